import { z } from 'zod';
import type { AppliedStyle, Prompt } from '../prompt.ts';
import { artgen } from './artgen.ts';
import type { CommonOptions, EditedFields, FamilySpec, UsualOptions } from './family.ts';
import type { GenRequest } from './gen-request.ts';
import { gen } from './gen.ts';
import type { Note } from './notes.ts';

/** The service's two halves: `artgen` is behind `/imagine`, `gen` behind `/gen`. */
export const FAMILY_NAMES = ['artgen', 'gen'] as const;
export type Family = (typeof FAMILY_NAMES)[number];

const families = { artgen, gen } as const satisfies Record<Family, unknown>;
type Families = typeof families;
type BodyOf<F extends Family> = z.infer<Families[F]['body']>;
type OptionsOf<F extends Family> = z.infer<Families[F]['options']>;

/** A request body together with the family that it goes to. */
export type Submission<F extends Family = Family> = { [Each in F]: { family: Each; body: BodyOf<Each> } }[F];
/** The options of a request together with the family that it goes to. No rule has been applied to them yet. */
export type RequestOptions<F extends Family = Family> = {
  [Each in F]: { family: Each; options: OptionsOf<Each> };
}[F];

/** All that is particular about a family, by its name. */
export const FAMILIES: {
  readonly [F in Family]: FamilySpec<F, Families[F]['command'], OptionsOf<F>, BodyOf<F>>;
} = families;

/** A value for each family. */
export const byFamily = <Value>(valueOf: (family: Family) => Value): Record<Family, Value> => ({
  artgen: valueOf('artgen'),
  gen: valueOf('gen'),
});

/** The command by which pictures of a family are requested, as people type it. */
export const commandOf = (family: Family) => `/${FAMILIES[family].command}`;

/** Reads a submission back from wherever it was kept. */
export const submissionSchema = z.discriminatedUnion('family', [
  z.object({ family: z.literal('artgen'), body: artgen.body }),
  z.object({ family: z.literal('gen'), body: gen.body }),
]);
/** Reads options back from the store. */
export const requestOptionsSchema = z.discriminatedUnion('family', [
  z.object({ family: z.literal('artgen'), options: artgen.options }),
  z.object({ family: z.literal('gen'), options: gen.options }),
]);

/** A request body as it was built, or as it is built again out of an earlier job. */
export interface Built {
  submission: Submission;
  /** What differs from the options. */
  notes: Note[];
  /** The style into which the person's own prompt was put. */
  style?: AppliedStyle | undefined;
  /** The person's own prompt, where the one to be submitted is Easel's or in a style. */
  shownPrompt?: string | undefined;
}

/** A request that was built from what a person typed. */
export interface Read {
  built: Built;
  /** The person's own prompt. */
  own: Prompt;
  /** Whether it asks for an answer that the person alone sees. */
  isPrivate: boolean;
  /** Whether a link was typed as hidden. */
  isHidden: boolean;
}

/**
 * Builds a request from its options, in its style.
 *
 * @throws UserError when an option breaks a rule
 */
export const build = <F extends Family>({ family, options }: RequestOptions<F>): Read => {
  const { style } = options;
  const { body, notes, own, ...wishes } = FAMILIES[family].build(options);
  const inStyle = style && { style, shownPrompt: own.whole };
  return { built: { submission: { family, body }, notes, ...inStyle }, own, ...wishes };
};

const back = <F extends Family>({ family, body }: Submission<F>, own: CommonOptions): RequestOptions<F> => ({
  family,
  options: FAMILIES[family].back(body, own),
});

/** The options that lead to a request. */
export const optionsOf = ({ submission, style, shownPrompt }: Omit<Built, 'notes'>): RequestOptions => {
  const prompt = style && shownPrompt !== undefined ? shownPrompt : submission.body.prompt;
  return back(submission, { prompt, style });
};

/** The same options with another prompt. */
export const withPrompt = <F extends Family>(
  { family, options }: RequestOptions<F>,
  prompt: string,
): RequestOptions<F> => ({ family, options: { ...options, prompt } });

/** The options of a typed prompt that has no others, but for what is usual. */
export const usualOptions = <F extends Family>(
  family: F,
  typed: CommonOptions,
  usual: UsualOptions,
): RequestOptions<F> => ({ family, options: FAMILIES[family].usual(typed, usual) });

/** The form in which options are changed, beside what is done to its prompt. Texts in it are no longer than a field takes. */
export const formOf = <F extends Family>({ family, options }: RequestOptions<F>, longest: number) =>
  FAMILIES[family].form(options, longest);

/** Options with the changes from their form. */
export const edited = <F extends Family>(
  { family, options }: RequestOptions<F>,
  fields: EditedFields,
): RequestOptions<F> => ({ family, options: FAMILIES[family].edited(options, fields) });

/** The addresses of the pictures that options name. */
export const linksOf = <F extends Family>({ family, options }: RequestOptions<F>): string[] =>
  FAMILIES[family].links(options);

/** The prompt of a submission as the service is sent it. */
export const sentPromptOf = <F extends Family>({ family, body }: Submission<F>): string =>
  FAMILIES[family].sentPrompt(body);

/** What a submission says, whichever family it goes to. */
export const factsOf = <F extends Family>({ family, body }: Submission<F>) => FAMILIES[family].facts(body);

/** A submission that starts from other pictures; the same where it starts from none. */
export const withReferences = <F extends Family>(
  { family, body }: Submission<F>,
  addresses: readonly string[],
): Submission<F> => ({ family, body: FAMILIES[family].withReferences(body, addresses) });

/** A submission with other addresses for some of its pictures. */
export const withLinks = <F extends Family>(
  { family, body }: Submission<F>,
  renewed: ReadonlyMap<string, string>,
): Submission<F> => ({ family, body: FAMILIES[family].withLinks(body, renewed) });

export const withoutHook = <F extends Family>({ family, body }: Submission<F>): Submission<F> => ({
  family,
  body: { ...body, hookUrl: undefined },
});

/** A `/gen` request for other pictures like those of a submission, to which these are still to be added. */
export const toGen = <F extends Family>({ family, body }: Submission<F>, prompt: string): GenRequest =>
  FAMILIES[family].toGen(body, prompt);

/** A submission with the longest time that a task can be given; undefined where it has that, or no time of its own. */
export const withMostTime = <F extends Family>({
  family,
  body,
}: Submission<F>): Submission<F> | undefined => {
  const changed = FAMILIES[family].withMostTime(body);
  return changed && { family, body: changed };
};
