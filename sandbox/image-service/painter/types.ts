/** Which of four clearly different takes on a prompt. */
export type Variation = 0 | 1 | 2 | 3;

/** A picture to paint. */
export interface PaintRequest {
  prompt: string;
  /** Another seed, another picture. */
  seed: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Encoded pictures that the new one starts from. */
  references?: readonly Uint8Array[] | undefined;
  /** Which of four clearly different takes on the prompt. */
  variation: Variation;
}

/** Four encoded pictures to show as one, two by two. */
export interface GridRequest {
  pictures: readonly Uint8Array[];
  /** Pixels of the whole grid. */
  width: number;
  height: number;
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
  horizon: number;
  discX: number;
  discY: number;
  discRadius: number;
  subjectX: number;
  /** Rows of land between the horizon and our feet. */
  rows: number;
  /** Rings of light around the disc. */
  halo?: boolean;
  /** Seen through a window of paper. */
  framed?: boolean;
}
