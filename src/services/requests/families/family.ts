import type { z } from 'zod';
import type { PixelSize } from '../output-size.ts';
import type { AppliedStyle, Prompt } from '../prompt.ts';
import type { GenRequest } from './gen-request.ts';
import type { Note } from './notes.ts';

/** Every family's options have these. */
export interface CommonOptions {
  /** As typed. */
  prompt: string;
  style?: AppliedStyle | undefined;
}

/** Every family's request body has these. */
interface CommonBody {
  prompt: string;
  hookUrl?: string | undefined;
}

/** What a person or a server wants where an option is not typed; each family takes its own out of them. */
export interface UsualOptions {
  mode?: string | undefined;
  aspectRatio?: string | undefined;
  without?: string | undefined;
  size?: string | undefined;
}

/** A field of the form in which a request is changed: one of some values or none, or a text. */
export type EditField =
  | {
      name: 'mode' | 'model' | 'aspectRatio' | 'size';
      chosen: string | undefined;
      /** By default those of the option. */
      choices?: readonly string[];
    }
  | {
      name: 'without' | 'references' | 'outputSize';
      value: string | undefined;
      maxLength: number;
      isLong?: true;
      placeholder?: string;
    };

/** What the form of a request holds, by its fields' names; those that it lacks are absent. */
export type EditedFields = { prompt: string } & Partial<Record<EditField['name'], string | undefined>>;

/** What a request body says, whichever family it goes to. */
interface RequestFacts {
  /** The addresses of the pictures from which it starts, beside its prompt. */
  references: readonly string[];
  /** Those of all pictures that the service fetches. */
  links: readonly string[];
  /** How long its task is followed. */
  deadlineMs: number;
  /** The mode or the size: determines, with the family, how long a task takes and what it costs. */
  kind: string;
  /** The aspect ratio, where the prompt doesn't say it. */
  ratio?: string | undefined;
  /** What settles a bill. */
  bill: Readonly<Record<string, string | undefined>>;
  /** What is asked for of the pictures' size: their shape, the exact size, and whether they are the largest. */
  size: { shape?: PixelSize | undefined; exact?: PixelSize | undefined; isLargest: boolean };
}

/** One half of the image service, behind a command of its own: all that is particular about it. */
export interface FamilySpec<
  Name extends string,
  Command extends string,
  Options extends CommonOptions,
  Body extends CommonBody,
> {
  name: Name;
  command: Command;
  submitPath: string;
  statusPath: string;
  /** Reads options back from the store. */
  options: z.ZodType<Options>;
  /** Reads a request body back from the store; field for field as the interface names it. */
  body: z.ZodType<Body>;

  /**
   * The request body of options, with notes on what will differ from them, the person's own prompt as it is without the style, and
   * whether it asks for an answer that the person alone sees, and whether a link was typed as hidden.
   *
   * @throws UserError when an option breaks a rule
   */
  build: (options: Options) => {
    body: Body;
    own: Prompt;
    isPrivate: boolean;
    isHidden: boolean;
    notes: Note[];
  };
  /** The options that lead to a body. */
  back: (body: Body, own: CommonOptions) => Options;
  /** The options of a typed prompt that has no others, but for what is usual. */
  usual: (typed: CommonOptions, usual: UsualOptions) => Options;
  /** Whether a known flag, by its name without hyphens, does something. */
  hasFlag: (flag: string) => boolean;
  /** The command's options that people may take for flags, by the names that Discord shows. */
  optionNames: ReadonlySet<string>;

  /** The form in which options are changed, beside what is done to its prompt. */
  form: (options: Options, longest: number) => { prompt: string; fields: EditField[] };
  /** Options with the changes from their form. What isn't in the form doesn't change. */
  edited: (before: Options, fields: EditedFields) => Options;

  /** The most pictures from which a request can start. */
  mostReferences: number;
  withReferences: (body: Body, addresses: readonly string[]) => Body;
  /** A body with other addresses for some of its own. */
  withLinks: (body: Body, renewed: ReadonlyMap<string, string>) => Body;
  /** The addresses of the pictures that options name. */
  links: (options: Options) => string[];
  /** A `/gen` request for other pictures like those of a body, with the person's prompt, to which the pictures are still to be added. */
  toGen: (body: Body, prompt: string) => GenRequest;

  /** A body with the longest time that a task can be given; undefined where it has that, or no time of its own. */
  withMostTime: (body: Body) => Body | undefined;
  /** The prompt of a body as the service is sent it, which is kept nowhere. */
  sentPrompt: (body: Body) => string;
  facts: (body: Body) => RequestFacts;
}

/** Holds a family against what all of them have. */
export const defineFamily = <
  const Name extends string,
  const Command extends string,
  Options extends CommonOptions,
  Body extends CommonBody,
>(
  family: FamilySpec<Name, Command, Options, Body>,
) => family;
