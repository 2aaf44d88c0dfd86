/** Which of four clearly different takes on a prompt. */
export type Variation = 0 | 1 | 2 | 3;

/** A picture to paint. */
export interface PaintRequest {
  readonly prompt: string;
  /** Another seed, another picture. */
  readonly seed: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Encoded pictures that the new one starts from. */
  readonly references?: readonly Uint8Array[] | undefined;
  /** Which of four clearly different takes on the prompt. */
  readonly variation: Variation;
}

/** Four encoded pictures to show as one, two by two. */
export interface GridRequest {
  readonly pictures: readonly Uint8Array[];
  /** Pixels of the whole grid. */
  readonly width: number;
  readonly height: number;
}

/** Makes PNGs. The same request always gives the same picture. */
export interface Painter {
  paint(request: PaintRequest): Promise<Buffer>;
  grid(request: GridRequest): Promise<Buffer>;
  /** Ends what the painter holds; pictures still in the making are rejected. */
  stop(): Promise<void>;
}

/** Where things stand, in shares of the picture's width and height; radii in shares of its shorter side. */
export interface Layout {
  readonly horizon: number;
  readonly discX: number;
  readonly discY: number;
  readonly discRadius: number;
  readonly subjectX: number;
  /** Rows of land between the horizon and our feet. */
  readonly rows: number;
  /** Rings of light around the disc. */
  readonly halo?: boolean;
  /** Seen through a window of paper. */
  readonly framed?: boolean;
}
