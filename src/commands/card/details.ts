import { compact } from '../../lib/lists.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { dateTime, duration, excerpt, fitting, literal, quote } from '../../messages/markup.ts';
import { hasPictures, isEnded, reasonIn, wholePromptOf, type Job } from '../../services/jobs/job.ts';
import { sentPromptOf } from '../../services/requests/families/index.ts';
import { anyJob, jobAction } from '../framework/job-action.ts';
import type { MessageCommand } from '../framework/command.ts';
import type { Words } from '../../messages/words/words.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { runAction } from '../framework/run-action.ts';
import { jobOfMessage } from '../requests/references.ts';
import { FOR_ALL } from '../framework/may.ts';

/** A longer prompt goes into a file: the embeds of a message hold 6,000 characters in all. */
const SHOWN_PROMPT_LENGTH = 1_500;
/** In characters: links of services that sign them are long. */
const SHOWN_LINKS_LENGTH = 1_000;
/** Flags are at the end of a prompt, with a few characters each. */
const FLAGS_LENGTH = 2_000;
const MAX_FLAG_VALUE = 20;
/** Its beginning: the rest is the prompt. */
const SENT_LENGTH = 100;
const SHOWN_REASON_LENGTH = 1_000;
const PROMPT_FILE = 'prompt.txt';

type DetailWords = Words['details'];

const timeLine = (job: Job, words: DetailWords): string => {
  const submittedAt = 'submittedAt' in job ? job.submittedAt : undefined;
  const took =
    submittedAt === undefined || !isEnded(job) ? '' : ` · ${words.took(duration(job.endedAt - submittedAt))}`;
  return `**${words.requested}** ${dateTime(job.acceptedAt)}${took}`;
};

/** The value of a flag, as the generator or else the person wrote it. */
const flagOf = (job: Job, names: string): string | undefined => {
  const generated = job.state === 'succeeded' ? job.result.generatorPrompt : undefined;
  const written = [generated ?? '', job.submission.body.prompt];
  const pattern = new RegExp(`\\s--(?:${names})\\s+([\\w.]{1,${MAX_FLAG_VALUE}})(?!\\S)`);
  return written
    .map((text) => pattern.exec(text.slice(-FLAGS_LENGTH))?.[1])
    .find((value) => value !== undefined);
};

/** Links to the pictures at the image service, as many as fit. */
const pictureLinks = (job: Job, words: DetailWords): string[] => {
  if (job.state !== 'succeeded') return [];
  const all = job.result.pictureUrls.map((url, index) => `[${index + 1}](<${url}>)`);
  const links = fitting(all, ' · ', SHOWN_LINKS_LENGTH);
  return links === '' ? [] : [`**${words.originals}** ${links}`];
};

/** The seed of the first noise: with the same prompt it makes much the same picture again. */
const seedOf = (job: Job): string | undefined => flagOf(job, 'seed');

const stateLines = (job: Job, { details: words, states }: Words): string[] =>
  job.state === 'succeeded' ? [] : [`**${words.state}** ${states[job.state]}`, ...reasonLines(job, words)];

const reasonLines = (job: Job, words: DetailWords): string[] => {
  const reason = job.state === 'failed' ? reasonIn(job.failure) : undefined;
  if (reason !== undefined) return [words.serviceSays, quote(reason, SHOWN_REASON_LENGTH)];
  if (job.state !== 'unknown' || !job.lostAnswer) return [];
  const { lostAnswer } = job;
  const answer = lostAnswer.kind === 'status' ? `HTTP ${lostAnswer.status}` : words.noAnswer;
  return [`**${words.answer}** ${answer}`];
};

/** The details of a job. The prompt is code, so that it is copied as it was typed. */
export const detailsOf = (job: Job, words: Words): Reply => {
  const { details: texts } = words;
  const prompt = wholePromptOf(job);
  const sent = sentPromptOf(job.submission);
  const isShown = prompt.length <= SHOWN_PROMPT_LENGTH && !prompt.includes('```');
  const seed = seedOf(job);
  const description = compact([
    seed !== undefined && `**${texts.seed}** ${literal(seed)}`,
    ...pictureLinks(job, texts),
    job.style && words.card.style(literal(job.style.name)),
    sent !== prompt && `**${texts.sentAs}** ${excerpt(sent, SENT_LENGTH)}`,
    timeLine(job, texts),
    ...stateLines(job, words),
  ]).join('\n');
  const shownPrompt = isShown ? `\`\`\`\n${prompt}\n\`\`\`` : texts.promptInFile(PROMPT_FILE);
  const all =
    hasPictures(job) && job.result.pictureUrls.length > 1
      ? [button(customId('download', job.id), texts.download)]
      : [];
  const support =
    isEnded(job) && job.state !== 'succeeded' && job.state !== 'stopped'
      ? [button(customId('copy-for-support', job.id), texts.copyForSupport)]
      : [];
  return {
    kind: 'private',
    message: {
      embeds: [
        { title: texts.title, description },
        { title: texts.prompt, description: shownPrompt },
      ],
      components: buttonRows([...all, ...support]),
    },
    files: isShown ? [] : [{ name: PROMPT_FILE, data: Buffer.from(prompt), altText: texts.promptFile }],
  };
};

/** Shows the details of a job. */
export const details = jobAction({
  name: 'details',
  may: FOR_ALL,
  needs: anyJob,
  answers: 'privately',
  run: async (job, _use, context) =>
    detailsOf(await context.sources.lookedAt(job, context.invocation.message?.id), context.words),
});

/** *Picture details* in a message's menu: the details of a job, by its card or by a posted picture. */
export const pictureDetails: MessageCommand = {
  name: 'details',
  answers: 'privately',
  run: async (message, context) => {
    const job = await jobOfMessage(message, context);
    if (!job) return privateText(context.words.pictures.notACard);
    return runAction(details, details, { subject: job.id, values: [], fields: {} }, context);
  },
};
