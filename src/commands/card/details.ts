import type { Submission } from '../../services/image-api/wire.ts';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import { clip, duration, literal, quote } from '../../messages/markup.ts';
import { findJob, type Action } from '../framework/action.ts';
import type { MessageCommand } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { privateText, type File, type Reply } from '../framework/reply.ts';
import { runAction } from '../framework/run-action.ts';

/** A longer request body goes into a file: an embed holds 4,096 characters in all. */
const SHOWN_BODY_LENGTH = 1_500;
const SHOWN_PROMPT_LENGTH = 800;
/** A longer reason goes into a file, word for word. */
const SHOWN_REASON_LENGTH = 600;
/** The service may give ids of any length; with every character escaped, two of them still fit. */
const SHOWN_ID_LENGTH = 200;
const REQUEST_FILE = 'request.json';
const REASON_FILE = 'reason.txt';

type DetailWords = Words['details'];

const moment = (milliseconds: number): string => `<t:${Math.floor(milliseconds / 1000)}:f>`;

/** What others see of a request body: not the addresses that the person who asked may want to keep to themselves. */
const withoutAddresses = ({ family, body }: Submission, { onlyTheirs }: DetailWords): object => {
  const { hookUrl, ...shown } = body;
  if (family !== 'gen') return shown;
  const count = body.referImages?.length ?? 0;
  return {
    ...shown,
    ...(count > 0 && { referImages: onlyTheirs(count) }),
  };
};

const idOf = (id: string): string => literal(clip(id, SHOWN_ID_LENGTH));

const timesOf = (job: Job, words: DetailWords): string[] => {
  const submittedAt = 'submittedAt' in job ? job.submittedAt : undefined;
  const endedAt = isEnded(job) ? job.endedAt : undefined;
  return [
    words.requested(moment(job.acceptedAt)),
    ...(submittedAt === undefined ? [] : [words.submitted(moment(submittedAt))]),
    ...(endedAt === undefined ? [] : [words.ended(moment(endedAt))]),
    ...(submittedAt === undefined || endedAt === undefined
      ? []
      : [words.took(duration(endedAt - submittedAt))]),
  ];
};

/** The image service's own words on why there are no pictures. */
const reasonOf = (job: Job): string | undefined =>
  job.state === 'failed' && 'reason' in job.failure ? job.failure.reason : undefined;

const isLong = (reason: string): boolean => reason.length > SHOWN_REASON_LENGTH;

const resultLines = (job: Job, { details: words, states }: Words): string[] => {
  if (job.state !== 'succeeded')
    return [`**${words.state}** ${states[job.state]}`, ...reasonLines(job, words)];
  const { width, height, generatorJobId, generatorPrompt } = job.result;
  return [
    ...(width === undefined || height === undefined ? [] : [`**${words.size}** ${width} × ${height}`]),
    ...(generatorJobId === undefined ? [] : [`**${words.generatorJob}** ${idOf(generatorJobId)}`]),
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
  const description = [
    texts.request(path),
    ...shown,
    `**${texts.job}** \`${job.id}\``,
    ...('taskId' in job ? [`**${texts.task}** ${idOf(job.taskId)}`] : []),
    `**${texts.times}** ${timesOf(job, texts).join(', ')}`,
    ...resultLines(job, words),
  ].join('\n');
  return {
    kind: 'private',
    message: { embeds: [{ title: texts.title, description }] },
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

/** Tells everything that is known of a job, to whoever asks. */
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
