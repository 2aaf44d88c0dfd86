import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import type { Job } from '../services/jobs/job.ts';
import { customId } from './framework/custom-id.ts';
import { defineCommand, type CommandContext } from './framework/command.ts';
import { literal, oneLine, relativeTime } from '../messages/markup.ts';
import { buttonRows, privateText } from './framework/reply.ts';

/** Ten jobs with a button each fill two rows, and a phone's screen. */
const SHOWN = 10;
const PROMPT_LENGTH = 80;

const messageLink = ({ target: { guildId, channelId, messageId } }: Job): string =>
  messageId === undefined
    ? ''
    : ` · https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;

const standOf = (job: Job, { jobs }: CommandContext): string => {
  if (job.state === 'waiting') {
    const place = jobs.place(job);
    return place === undefined ? 'waits for its turn' : `waits, place ${place}`;
  }
  if (job.state === 'submitting') return 'is being submitted';
  if (job.state === 'running') return `runs, submitted ${relativeTime(job.submittedAt)}`;
  return job.delivery === 'parked' ? 'is done, but its message is out of reach' : 'is done and on its way';
};

const line = (job: Job, index: number, context: CommandContext): string => {
  const command = job.submission.family === 'artgen' ? '/imagine' : '/gen';
  const prompt = literal(oneLine(job.submission.body.prompt, PROMPT_LENGTH));
  const link = job.target.ephemeral ? '' : messageLink(job);
  return `**${index + 1}.** ${command} ${prompt}\n${standOf(job, context)}${link}`;
};

const button = (job: Job, index: number): APIButtonComponentWithCustomId => {
  const waiting = job.state === 'waiting';
  return {
    type: ComponentType.Button,
    style: waiting ? ButtonStyle.Danger : ButtonStyle.Secondary,
    label: `${waiting ? 'Stop' : 'Bring here'} ${index + 1}`,
    custom_id: customId({ action: waiting ? 'stop' : 'fetch', subject: job.id }),
  };
};

/** `/jobs`: a person's open jobs, with what can be done about each. */
export const jobs = defineCommand(
  { name: 'jobs', description: 'Your open jobs: where each stands, stop one, or bring one here' },
  true,
  (_values, context) => {
    const open = context.jobs.ofPerson(context.invocation.personId);
    const shown = open.slice(0, SHOWN);
    if (shown.length === 0)
      return Promise.resolve(privateText('You have no open jobs. Start one with `/imagine` or `/gen`.'));
    const more = open.length > shown.length ? [`… and ${open.length - shown.length} more after these.`] : [];
    const description = [...shown.map((job, index) => line(job, index, context)), ...more].join('\n\n');
    return Promise.resolve({
      kind: 'private',
      message: {
        embeds: [{ title: 'Your open jobs', description }],
        components: buttonRows(shown.map(button)),
      },
    });
  },
);
