/** One kind of things that are kept of people. */
export interface PersonalData {
  /** What it is, in one or two words: a heading for people, and the name in the file that they get. */
  name: string;
  /** What is kept, for what, and for how long. */
  kept: string;
  /** Everything of this kind that is kept of a person, as JSON can hold it. */
  export: (personId: string) => Promise<unknown>;
  /** Deletes it; absent for what has to stay. */
  erase?: (personId: string) => Promise<unknown>;
}
