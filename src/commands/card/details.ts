import { WHEN_ABSENT, type Submission } from '../../services/image-api/wire.ts';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import { clip, commandOf, duration, excerpt, fitting, literal, quote } from '../../messages/markup.ts';
import { findJob, type Action } from '../framework/action.ts';
import type { MessageCommand } from '../framework/command.ts';
import { linkTo } from '../framework/reply-targets.ts';
import type { Words } from '../framework/language.ts';
import { privateText, type File, type Reply } from '../framework/reply.ts';
import { runAction } from '../framework/run-action.ts';

/** A longer request body goes into a file: an embed holds 4,096 characters in all. */
const SHOWN_BODY_LENGTH = 1_500;
const SHOWN_PROMPT_LENGTH = 800;
/** In characters: links of services that sign them are long. */
const SHOWN_LINKS_LENGTH = 1_000;
/** Flags are at the end of a prompt, with a few characters each. */
const FLAGS_LENGTH = 2_000;
const MAX_FLAG_VALUE = 20;
/** A longer reason goes into a file, word for word. */
const SHOWN_REASON_LENGTH = 600;
/** The service may give ids of any length; a model's name, with every character escaped, and two of them still fit. */
const SHOWN_ID_LENGTH = 200;
const REQUEST_FILE = 'request.json';
const REASON_FILE = 'reason.txt';

type DetailWords = Words['details'];

const moment = (milliseconds: number): string => `<t:${Math.floor(milliseconds / 1000)}:f>`;

/** A request body for other people, without the requester's personal addresses. */
const withoutAddresses = ({ family, body }: Submission, { onlyTheirs }: DetailWords): object => {
  const { hookUrl, ...shown } = body;
  if (family !== 'gen') return shown;
  const count = body.referImages?.length ?? 0;
  return {
    ...shown,
    ...(count > 0 && { referImages: onlyTheirs(count) }),
  };
};

const idOf = (id: string): string => excerpt(id, SHOWN_ID_LENGTH);

/** A line each: on a phone, a date alone takes most of one. */
const timeLines = (job: Job, words: DetailWords): string[] => {
  const submittedAt = 'submittedAt' in job ? job.submittedAt : undefined;
  const endedAt = isEnded(job) ? job.endedAt : undefined;
  const took =
    submittedAt === undefined || endedAt === undefined
      ? ''
      : ` · ${words.took(duration(endedAt - submittedAt))}`;
  return [
    `**${words.requested}** ${moment(job.acceptedAt)}`,
    ...(submittedAt === undefined ? [] : [`**${words.submitted}** ${moment(submittedAt)}`]),
    ...(endedAt === undefined ? [] : [`**${words.ended}** ${moment(endedAt)}${took}`]),
  ];
};

/** The image service's own words on why there are no pictures. */
const reasonOf = (job: Job): string | undefined =>
  job.state === 'failed' && 'reason' in job.failure ? job.failure.reason : undefined;

const isLong = (reason: string): boolean => reason.length > SHOWN_REASON_LENGTH;

/** The value of a flag, as the generator or else the person wrote it. */
const flagOf = (job: Job, names: string): string | undefined => {
  const generated = job.state === 'succeeded' ? job.result.generatorPrompt : undefined;
  const written = [generated ?? '', job.submission.body.prompt];
  const pattern = new RegExp(`\\s--(?:${names})\\s+([\\w.]{1,${MAX_FLAG_VALUE}})(?!\\S)`);
  return written
    .map((text) => pattern.exec(text.slice(-FLAGS_LENGTH))?.[1])
    .find((value) => value !== undefined);
};

const modelOf = (job: Job, words: DetailWords): string => {
  const { family, body } = job.submission;
  const version = family === 'artgen' ? flagOf(job, 'v|version') : undefined;
  const niji = family === 'artgen' ? flagOf(job, 'niji') : undefined;
  return [
    commandOf(family),
    family === 'artgen' ? (body.mode ?? WHEN_ABSENT.mode) : (body.size ?? WHEN_ABSENT.size),
    ...(family === 'gen' && body.model !== undefined ? [literal(clip(body.model, SHOWN_ID_LENGTH))] : []),
    ...(version === undefined ? [] : [words.version(literal(version))]),
    ...(niji === undefined ? [] : [`niji ${literal(niji)}`]),
  ].join(' · ');
};

/** Links to the pictures at the image service, as many as fit. */
const pictureLinks = (job: Job, words: DetailWords): string[] => {
  if (job.state !== 'succeeded') return [];
  const all = job.result.pictureUrls.map((url, index) => `[${index + 1}](<${url}>)`);
  const links = fitting(all, ' · ', SHOWN_LINKS_LENGTH);
  return links === '' ? [] : [`**${words.originals}** ${links}`];
};

/** What a picture's first noise was made of: with the same prompt it makes much the same picture again. */
export const seedOf = (job: Job): string | undefined => flagOf(job, 'seed');

const seedLine = (job: Job, words: DetailWords): string[] => {
  const seed = seedOf(job);
  return seed === undefined ? [] : [`**${words.seed}** ${literal(seed)}`];
};

const sizeLine = (job: Job, words: DetailWords): string[] => {
  if (job.state !== 'succeeded') return [];
  const { width, height } = job.result;
  return width === undefined || height === undefined ? [] : [`**${words.size}** ${width} × ${height}`];
};

/** The most important facts. */
const leadingLines = (job: Job, words: DetailWords): string[] => {
  const link = linkTo(job.target);
  return [
    ...seedLine(job, words),
    ...sizeLine(job, words),
    `**${words.model}** ${modelOf(job, words)}`,
    ...pictureLinks(job, words),
    ...(link === undefined ? [] : [`**${words.message}** ${link}`]),
    ...timeLines(job, words),
  ];
};

const resultLines = (job: Job, { details: words, states }: Words): string[] => {
  if (job.state !== 'succeeded')
    return [`**${words.state}** ${states[job.state]}`, ...reasonLines(job, words)];
  const { generatorPrompt } = job.result;
  return [
    ...(generatorPrompt === undefined
      ? []
      : [`**${words.generatorPrompt}**`, quote(generatorPrompt, SHOWN_PROMPT_LENGTH)]),
  ];
};

const reasonLines = (job: Job, words: DetailWords): string[] => {
  const reason = reasonOf(job);
  if (reason !== undefined)
    return isLong(reason)
      ? [words.serviceSaysInFile(REASON_FILE)]
      : [words.serviceSays, quote(reason, SHOWN_REASON_LENGTH)];
  if (job.state !== 'unknown' || !job.lostAnswer) return [];
  const { lostAnswer } = job;
  const answer = lostAnswer.kind === 'status' ? `HTTP ${lostAnswer.status}` : words.noAnswer;
  return [`**${words.answer}** ${answer}`];
};

const textFile = (name: string, text: string, altText: string, contentType: string): File => ({
  name,
  data: Buffer.from(text),
  contentType,
  altText,
});

const fitsIntoCodeBlock = (json: string): boolean =>
  json.length <= SHOWN_BODY_LENGTH && !json.includes('```');

/** Everything that is known of a job, for one person alone. */
export const detailsOf = (job: Job, personId: string, words: Words): Reply => {
  const { submission } = job;
  const { details: texts } = words;
  const body = job.personId === personId ? submission.body : withoutAddresses(submission, texts);
  const json = JSON.stringify(body, null, 2);
  const path = submission.family === 'artgen' ? '/artgen/v1/submit-jobs' : '/gen/v1/generations';
  const shown = fitsIntoCodeBlock(json) ? [`\`\`\`json\n${json}\n\`\`\``] : [texts.inFile(REQUEST_FILE)];
  const reason = reasonOf(job);
  const generatorJobId = job.state === 'succeeded' ? job.result.generatorJobId : undefined;
  const sent = [
    texts.sentTo(path),
    ...shown,
    `**${texts.job}** \`${job.id}\``,
    ...('taskId' in job ? [`**${texts.task}** ${idOf(job.taskId)}`] : []),
    ...(generatorJobId === undefined ? [] : [`**${texts.generatorJob}** ${idOf(generatorJobId)}`]),
  ].join('\n');
  const description = [...leadingLines(job, texts), ...resultLines(job, words)].join('\n');
  return {
    kind: 'private',
    message: {
      embeds: [
        { title: texts.title, description },
        { title: texts.request, description: sent },
      ],
    },
    files: [
      ...(fitsIntoCodeBlock(json)
        ? []
        : [textFile(REQUEST_FILE, json, texts.requestFile, 'application/json')]),
      ...(reason !== undefined && isLong(reason)
        ? [textFile(REASON_FILE, reason, texts.reasonFile, 'text/plain; charset=utf-8')]
        : []),
    ],
  };
};

/** Shows all details of a job. */
export const details: Action = {
  answers: 'privately',
  run: async ({ subject: jobId }, context) =>
    detailsOf(await findJob(jobId, context), context.invocation.personId, context.words),
};

/** *Picture details* in a message's menu: everything that is known of a card's job. */
export const pictureDetails: MessageCommand = {
  name: 'Picture details',
  text: 'picture-details',
  answers: 'privately',
  run: async ({ id }, context) => {
    const job = await context.jobs.findByMessage(id);
    if (!job) return privateText(context.words.pictures.notACard);
    return runAction('details', details, { subject: job.id, values: [], fields: {} }, context);
  },
};
