/** Something that happened, in a lane of a diagram; with `toMs` it lasts. */
export interface Moment {
  readonly lane: string;
  readonly atMs: number;
  readonly toMs?: number | undefined;
  readonly text: string;
}
