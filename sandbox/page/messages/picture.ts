/** A picture as it is shown in a message. */
export interface Picture {
  url: string;
  alt: string;
  width: number | undefined;
  height: number | undefined;
  isSpoiler: boolean;
}
