import type { ErrorTexts } from '../../error-message.ts';
import { duration, excerpt, relativeTime, roleMentions } from '../../markup.ts';

const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);
const anew = (resetsAt = 0): string => `The count starts anew ${relativeTime(resetsAt)}.`;
const atOnce = 'Please try again when one of them is done; `/jobs` shows yours.';

const URL_REASONS = {
  unreadable: 'is not a web address',
  'not-http': 'does not begin with http:// or https://',
  private:
    'leads to a private or local address, which the service must not fetch. It has to be reachable on the public internet',
  credentials: 'holds a user name or a password, which would be handed to the service',
};

const FULL = {
  rules: 'rules or exceptions',
  expressions: 'expressions between slashes',
  instructions: 'instructions of all expressions together',
  bars: 'barred people',
};

const noRule = (rule: string, reason: string): string =>
  `${excerpt(rule)} can't be a rule: ${reason}. Nothing was added.`;

/** What people read when something could not be done, in English. */
export const errors: ErrorTexts = {
  fault: (reference) =>
    `Something broke on our side, and nothing was submitted. Please try again; if you were changing something, check first whether the change went through. If it stays, tell whoever runs this bot the reference \`${reference}\`.`,

  'prompt-empty': () =>
    'The prompt is empty. Say what the picture should show, for example `a lighthouse at dusk`.',
  'prompt-too-long': ({ length, limit }) =>
    `The prompt has ${length} characters, and ${limit} are the most. Please shorten it.`,
  'timeout-out-of-range': ({ minimum, maximum, timeout }) =>
    `\`timeout\` must be from ${minimum} to ${maximum} seconds; ${timeout} is outside. Leave it out for the usual 600.`,
  'unknown-choice': ({ option, value, choices }) =>
    `\`${option}\` can't be ${excerpt(value)}. It is one of: ${choices.join(', ')}.`,
  'unusable-url': ({ option, url, reason }) =>
    `\`${option}\`: ${excerpt(url)} ${URL_REASONS[reason]}. Example: \`https://example.com/picture.png\``,
  'unreadable-output-size': ({ outputSize }) =>
    `\`output_size\` is a width and a height in pixels, for example \`1920x1080\`. ${excerpt(outputSize)} can't be read as that.`,
  'output-size-needs-4k': () =>
    '`output_size` works with `size` 4K only; with 1K the service ignores it. Choose 4K, or leave `size` out.',
  'too-many-references': ({ count, limit }) =>
    `${count} reference pictures are too many: ${limit} are the most.`,
  'not-a-picture': ({ filename }) =>
    `${excerpt(filename)} is not a picture. References have to be pictures such as PNG, JPEG or WebP.`,

  'missing-right': ({ right }) => `This needs the permission **${right}** in this server.`,
  'operator-only': () => 'Only whoever runs this bot can do that.',
  'server-only': () => 'This works in a server only.',
  'not-yours': () => 'Only the person who asked for this picture can do that.',

  'no-key': ({ inServer }) =>
    inServer
      ? 'There is no API key for pictures in this server yet. Somebody with the permission **Manage Server** can set one with `/key set`.'
      : 'There is no API key for pictures here yet. Set your own with `/key set` in direct messages with this bot.',
  'quota-used-up': ({ reopensAt }) => {
    const next =
      reopensAt === undefined
        ? 'A single picture is being tried just now; please ask again in a few minutes.'
        : `It is tried again ${relativeTime(reopensAt)}.`;
    return `The image quota is used up, so nothing is submitted for now. ${next} Whoever set the API key can top it up.`;
  },
  'unusable-key': ({ shortest, longest }) =>
    `That can not be an API key: a key is one word of ${shortest} to ${longest} letters, digits and signs. Nothing was changed.`,
  'refused-key': () =>
    'The image service refuses this API key, so nothing was changed. Copy the key anew from its web console.',
  'bot-absent': () =>
    'Only the commands of this bot are in this server, not the bot itself, so no API key can be kept here. Invite the bot first.',
  'key-gone': () =>
    'The API key with which this was asked for is gone, so the image service can not be asked about it any more.',
  'shared-key-limit': ({ limit, resetsAt }) => `Today's ${pictures(limit)} are used up. ${anew(resetsAt)}`,

  'queue-full': ({ waiting }) =>
    `The queue is full: ${waiting} jobs wait already. Please try again in a few minutes.`,
  'already-submitted': () =>
    "It was submitted already, so it can't be stopped any more. The pictures will come.",
  'already-ended': () => 'This has ended meanwhile; its card says how.',
  'job-not-found': () =>
    'This job is no longer kept, or it has changed meanwhile. Start a new one with `/imagine` or `/gen`.',
  'form-submitted-twice': () => 'You sent this form a moment ago, so nothing more was started.',
  'command-changed': () => 'This command was changed a moment ago. Please type it again, or reload Discord.',

  'prompt-too-long-to-edit': ({ length, limit }) =>
    `This prompt is too long to edit here: it has ${length} characters, and a form of Discord's holds ${limit}. Copy it from **Details**, and send it with the command.`,
  'pictures-gone': () =>
    'The pictures are no longer where they were, so nothing can be made of them. Ask for new ones with `/imagine` or `/gen`.',
  'file-server-away': () =>
    "The server that keeps the pictures doesn't answer just now. Nothing was submitted. Please try again in a minute.",
  'references-gone': () =>
    'The reference pictures of this are gone: Discord keeps what is handed over for a short time only. Nothing was submitted. Press 🔄 **Again** under the card to hand them over anew.',
  'references-not-yours': () =>
    'The pictures that this started from are for the person alone who handed them over. Nothing was submitted. Press 🔄 **Again** under the card to hand over your own.',

  'preset-gone': () => 'This preset is no longer there. `/defaults` shows those that are.',
  'unknown-preset': ({ name }) =>
    `You have no preset named ${excerpt(name)}. \`/defaults\` shows yours and makes new ones. Nothing was submitted.`,
  'preset-name-taken': ({ name }) =>
    `You have a preset named ${excerpt(name)} already. Give this one another name, or change the other.`,
  'too-many-presets': ({ limit }) =>
    `You have ${limit} presets, which is as many as there can be. Delete one in \`/defaults\` first.`,
  'preset-incomplete': () => 'A preset needs a name and a text. Please fill in both.',
  'search-gone': () => 'This search is too old. Type `/history` again.',

  'no-pictures-allowed': () =>
    'The limit for you here is 0 pictures, so none can be asked for. The people who run this server can change that.',
  'person-daily-limit': ({ limit, used, resetsAt }) =>
    `You can ask for ${pictures(limit)} a day here, and ${used} of ${limit} are used. ${anew(resetsAt)}`,
  'server-daily-limit': ({ limit, used, resetsAt }) =>
    `This server can ask for ${pictures(limit)} a day, and ${used} of ${limit} are used. ${anew(resetsAt)}`,
  'person-at-once-limit': ({ limit, used }) =>
    `You can have ${limit} at work at once here, and ${used} of ${limit} are. ${atOnce}`,
  'server-at-once-limit': ({ limit, used }) =>
    `This server can have ${limit} at work at once, and ${used} of ${limit} are. ${atOnce}`,
  'pause-limit': ({ limit, resetsAt = 0 }) =>
    `There is a pause of ${duration(limit * 1000)} between two pictures here. You can ask for the next one ${relativeTime(resetsAt)}.`,
  'not-a-limit': ({ label, largest, typed }) =>
    `**${label}** is a whole number from 0 to ${largest}, or nothing for no limit. ${excerpt(typed, 40)} is not. Nothing was changed.`,
  'too-many-limited-roles': ({ limit }) =>
    `${limit} roles are the most that can have a number of their own. Remove one first.`,

  'blocked-prompt': ({ rule }) =>
    `This server does not want ${excerpt(rule)} in prompts, so nothing was sent. Say it in other words; if the rule is wrong here, ask a server admin.`,
  barred: ({ until }) =>
    until === undefined
      ? "You can't ask for pictures in this server. Its admins have decided that, and can change it."
      : `You can't ask for pictures in this server. That ends ${relativeTime(until)}.`,
  'rule-empty': ({ rule }) => noRule(rule, 'there is no word in it'),
  'rule-too-long': ({ rule, limit }) => noRule(rule, `${limit} characters are the most`),
  'rule-with-unknown-flags': ({ rule, flags }) =>
    noRule(
      rule,
      `after the last slash nothing but \`i\` is known, which holds for all rules anyway; ${excerpt(flags)} is not`,
    ),
  'rule-unreadable': ({ rule, reason }) =>
    noRule(
      rule,
      `the expression can't be read (${excerpt(reason)}). Look-around and back references are not to be had`,
    ),
  'rule-too-large': ({ rule }) => noRule(rule, 'the expression is too large: repeat less in it'),
  'rule-matches-everything': ({ rule }) => noRule(rule, 'it would refuse every prompt'),
  'blocklist-full': ({ limit, what }) =>
    `The list is full: ${limit} ${FULL[what]} are the most. Nothing was added.`,
  'date-over': ({ typed }) => `${excerpt(typed)} is over already.`,
  'unreadable-date': ({ typed }) => `${excerpt(typed)} is no date. Dates look like \`2026-12-31\`.`,
  'file-too-large': ({ filename }) => `${excerpt(filename)} is too large for a list of rules.`,
  'file-not-text': ({ filename }) => `${excerpt(filename)} is no text in UTF-8.`,
  'file-not-there': ({ filename }) =>
    `${excerpt(filename)} could not be fetched from Discord. Please try again.`,

  'missing-role': ({ roleIds }) =>
    `In this server only members with one of these roles may ask for pictures: ${roleMentions(roleIds)}.`,
  'unknown-time-zone': ({ timeZone }) =>
    `${excerpt(timeZone, 60)} is no time zone. Names look like \`Europe/Berlin\`, \`America/New_York\` or \`UTC\`.`,
};
