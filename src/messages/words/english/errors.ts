import type { ErrorTexts } from '../../error-message.ts';
import { excerpt, relativeTime, roleMentions } from '../../markup.ts';
import { references } from './answers.ts';
import { card } from './card.ts';
import { grouped, period, requests } from './numbers.ts';
import { blocklist } from './panels.ts';
import { permissions } from './server.ts';

/** Above the limit where that was lowered since. */
const used = (count: number, limit: number): string =>
  count > limit ? `${grouped(count)} used` : `${grouped(count)} of ${grouped(limit)} used`;
const resets = (resetsAt: number): string => `It resets ${relativeTime(resetsAt)}.`;

const URL_REASONS = {
  unreadable: "isn't a web address",
  'not-http': "doesn't start with http:// or https://",
  private: 'leads to a private or local address, but it has to be reachable on the public internet',
  credentials: 'contains a username or password, which the image service would see',
};

/** Pages that show a picture, and how to get at it. Nothing was submitted. */
const PAGE_REASONS = {
  message:
    'is the link of a message, not of a picture. Right-click or hold that message and choose **Apps** → **Edit this picture**, or **Use in Easel**.',
  page: 'is a page, not a picture. Open the picture itself there and copy its address, or save it and add it as a file.',
};

const FULL = {
  rules: 'rules or exceptions',
  letters: 'letters across all rules or exceptions',
  bans: 'blocked people',
};

const noRule = (rule: string, reason: string): string => `${excerpt(rule)} wasn't added: ${reason}.`;

const blocks = (part: string | undefined, whose: string): string =>
  part === undefined
    ? `This server blocks something in ${whose} prompt`
    : `This server blocks ${excerpt(part)} in prompts`;

/** The error texts, in English. */
export const errors: ErrorTexts = {
  fault: (reference) =>
    `Something went wrong on our end, and nothing was submitted. If you were changing something, check whether it was saved, then try again. If this keeps happening, give the person who runs this bot the reference \`${reference}\`.`,

  'prompt-empty': () =>
    'Your prompt is empty. Describe the picture you want, for example `a lighthouse at dusk`.',
  'private-flag': () =>
    "`--private` can't be kept here, because this answer is for everyone. Remove it, or use `/imagine` with the option `private`.",
  'prompt-only-flags': () =>
    'Your prompt has only flags, and nothing was submitted. Describe the picture you want before them, for example `a lighthouse at dusk --ar 16:9`.',
  'prompt-too-long': ({ length, limit, style }) =>
    style === undefined
      ? `Your prompt has ${grouped(length)} characters, but the limit is ${grouped(limit)}. Shorten it and try again.`
      : `With the style ${excerpt(style)}, your prompt has ${grouped(length)} characters, but the limit is ${grouped(limit)}. Shorten it, or choose another style.`,
  'timeout-out-of-range': ({ minimum, maximum, timeout }) =>
    `\`timeout\` can't be ${grouped(timeout)}. Enter ${grouped(minimum)} to ${grouped(maximum)} seconds, or leave it out for the default of 600.`,
  'unknown-choice': ({ option, value, choices }) =>
    `\`${option}\` can't be ${excerpt(value)}. Choose one of these: ${choices.join(', ')}.`,
  'unusable-url': ({ option, url, reason }) =>
    reason === 'message' || reason === 'page'
      ? `\`${option}\`: ${excerpt(url)} ${PAGE_REASONS[reason]} Nothing was submitted.`
      : `\`${option}\`: ${excerpt(url)} ${URL_REASONS[reason]}. Use an address like \`https://example.com/${option === 'hook_url' ? 'hook' : 'picture.png'}\`.`,
  'unreadable-output-size': ({ outputSize }) =>
    `${excerpt(outputSize)} isn't a size. Enter \`output_size\` as a width and a height in pixels, for example \`2560x1440\`.`,
  'output-size-needs-4k': () => '`output_size` has no effect with 1K. Set `size` to 4K, or leave `size` out.',
  'too-many-references': ({ count, limit }) =>
    `You added ${count} reference pictures, but the limit is ${limit}. Remove some and try again.`,
  'not-a-picture': ({ filename }) =>
    `${excerpt(filename)} isn't a picture. Add one such as a PNG, JPEG or WebP file.`,

  'bot-cannot-see': () =>
    `The bot can't see that channel. Ask a server admin to give it the **${permissions.names['View Channel']}** permission there, and try again.`,
  'bot-not-allowed': () =>
    'The bot is missing a permission in that channel. Ask a server admin to check its permissions there, and try again.',
  'missing-right': ({ right }) =>
    `You need the **${permissions.names[right]}** permission in this server to do that.`,
  'operator-only': () => 'Only the person who runs this bot can do that.',
  'server-only': () => 'This only works in a server.',
  'not-yours': () => 'Only the person who requested this can do that.',

  'no-key': ({ inServer }) =>
    inServer
      ? "This server doesn't have an API key yet. Someone with the **Manage Server** permission can set one with `/key set`."
      : "There's no API key here yet. Set your own with `/key set` in direct messages with this bot.",
  'quota-used-up': () =>
    'The image quota is used up, so nothing was submitted. Ask a server admin or the person who runs this bot to top it up. After that, requests work again within half a minute.',
  'unusable-key': ({ shortest, longest }) =>
    `That doesn't look like an API key, so nothing was changed. A key is one word of ${shortest} to ${longest} letters, digits and symbols.`,
  'refused-key': () =>
    "The image service declined this API key, so nothing was changed. Copy it again from the service's web console.",
  'bot-absent': () =>
    "This server only has this bot's commands, not the bot itself, so it can't have an API key. Invite the bot first.",
  'key-gone': () =>
    "The API key that paid for this request is gone, so we can't ask the image service about it anymore.",
  'shared-key-limit': ({ limit, resetsAt }) =>
    `Today's limit of ${requests(limit)} here is used up. ${resets(resetsAt)}`,
  'shared-key-total': ({ isOfMonth, resetsAt }) =>
    `The person who runs this bot pays for requests here. Their limit for all servers ${isOfMonth ? 'this month' : 'today'} is used up. ${resets(resetsAt)} With \`/key set\`, a server uses its own API key instead.`,
  paused: () =>
    'The person who runs this bot has paused new requests. Requests in progress go on. Try again later.',
  barred: ({ what }) =>
    `The person who runs this bot takes no requests from ${what === 'server' ? 'this server' : 'you'}.`,

  'queue-full': ({ waiting }) =>
    `The queue is full: ${grouped(waiting)} requests are waiting. Try again in a few minutes.`,
  'already-submitted': () =>
    "This was already submitted, so it can't be stopped. Your pictures are on their way.",
  'pictures-came': () =>
    'Its pictures have arrived in the meantime, so nothing new was submitted. `/history` shows them.',
  'job-not-found': () => 'This request has expired or changed. Start a new one with `/imagine` or `/gen`.',
  'job-lost': () =>
    'This request was lost in a restart. It was never submitted, and nothing was paid for. Try again with `/imagine` or `/gen`.',
  'job-elsewhere': ({ link }) =>
    `This request belongs to another server, and can only be changed there. Go to ${link ?? 'that server'} and try again.`,
  elsewhere: () =>
    "The bot can't do this here, because this server hasn't added it. Use the command in a direct message to the bot.",
  'already-started': () => 'Already started a moment ago, so nothing more was submitted.',
  interrupted: () =>
    "The bot is restarting and couldn't finish this. No request was submitted. Try again in a minute.",
  'card-refused': () =>
    "Discord didn't accept our answer, so nothing was submitted. Change the prompt, or leave links out, and try again.",
  'store-away': () =>
    "The bot's database isn't responding. Nothing was submitted, and a change may not be saved. Try again in a minute.",
  'command-changed': () => 'This command was just updated. Try it again, or reload Discord.',

  'prompt-too-long-to-edit': ({ length, limit }) =>
    `This prompt has ${grouped(length)} characters, but Discord's forms only hold ${grouped(limit)}. Copy it from **${card.buttons.details}** and use it with the command.`,
  'pictures-deleted': () =>
    'These pictures were deleted. Make new ones with `/imagine`, `/gen` or in `/history`.',
  'pictures-gone': () => "These pictures aren't available anymore. Make new ones with `/imagine` or `/gen`.",
  'source-deleted': () =>
    'A picture that this starts from was deleted, so nothing was submitted. Choose another picture.',
  'file-server-away': () =>
    "The server that stores these pictures isn't responding. Nothing was submitted. Try again in a minute.",
  'tray-empty': () =>
    'Your tray is empty, so nothing was submitted. Right-click or hold a message with pictures and choose **Apps** → **Use in Easel** to add them.',
  'no-last-picture': () =>
    "You haven't made a picture here recently, so nothing was submitted. Make one with `/imagine` or `/gen`.",
  'references-gone': () =>
    `${references.gone} Press ✏️ **${card.buttons.editPrompt}** under the message to add them again.`,
  'references-not-yours': () =>
    `${references['not-yours']} Press ✏️ **${card.buttons.editPrompt}** under the message to add your own.`,

  'style-gone': () => "This style doesn't exist anymore. `/styles` shows the others.",
  'unknown-style': () =>
    `This style doesn't exist here, so nothing was submitted. Choose another one with the command, or press ✏️ **${card.buttons.editPrompt}** to go on without a style.`,
  'style-name-taken': ({ name }) => `There's already a style named ${excerpt(name)}. Choose another name.`,
  'too-many-styles': ({ limit }) => `The limit is ${limit} styles. Delete one in \`/styles\` first.`,
  'style-incomplete': () => 'A style needs a name and a text. Fill in both.',
  'no-styles-in-file': ({ filename }) =>
    `${excerpt(filename)} isn't a file with styles, so nothing was changed. Use one that you downloaded in \`/styles\`.`,

  'no-pictures-allowed': () => 'Your limit here is 0 requests. Ask a server admin if you need more.',
  'person-daily-limit': ({ limit, used: count, resetsAt }) =>
    `You've reached your limit of ${requests(limit)} a day here (${used(count, limit)}). ${resets(resetsAt)}`,
  'server-daily-limit': ({ limit, used: count, resetsAt }) =>
    `This server has reached its limit of ${requests(limit)} a day (${used(count, limit)}). ${resets(resetsAt)}`,
  'person-monthly-limit': ({ limit, used: count, resetsAt }) =>
    `You've reached your limit of ${requests(limit)} a month here (${used(count, limit)}). ${resets(resetsAt)}`,
  'server-monthly-limit': ({ limit, used: count, resetsAt }) =>
    `This server has reached its limit of ${requests(limit)} a month (${used(count, limit)}). ${resets(resetsAt)}`,
  'too-few-left': ({ count, left, isOfMonth }) =>
    `This would make ${requests(count)}, but you only have ${grouped(left)} left ${period(isOfMonth)}. Nothing was submitted.`,
  'not-a-limit': ({ label, largest, typed }) =>
    `${excerpt(typed, 40)} isn't a limit, so nothing was changed. For **${label}**, enter a whole number from 0 to ${grouped(largest)}, or leave it empty for no limit.`,
  'too-many-limited-roles': ({ limit }) =>
    `Up to ${limit} roles can have a limit of their own. Remove one first.`,

  'blocked-prompt': ({ part }) =>
    `${blocks(part, 'your')}, so nothing was submitted. Rephrase your prompt, or ask a server admin if you think that's a mistake.`,
  'blocked-picture': ({ part }) =>
    `${blocks(part, 'its')}, so this picture can't be posted here. Ask a server admin if you think that's a mistake.`,
  'age-restricted': () =>
    'This picture was made in an age-restricted channel, so it can only be posted or reused in one. Use `/history` there.',
  banned: ({ until, reason }) =>
    `You're blocked from making requests in this server ${blocklist.end(until)}.${reason === undefined ? '' : ` Reason: ${excerpt(reason, 200)}.`} Ask a server admin if you think that's a mistake.`,
  'rule-empty': ({ rule }) => noRule(rule, "there's no word in it"),
  'rule-too-long': ({ rule, limit }) => noRule(rule, `rules can have up to ${limit} characters`),
  'rule-between-slashes': ({ rule }) =>
    noRule(
      rule,
      "regular expressions aren't supported. Enter whole words or phrases without slashes; `nude*` blocks everything that starts with `nude`",
    ),
  'blocklist-full': ({ limit, what }) =>
    `The blocklist is full, so nothing was added. The limit is ${grouped(limit)} ${FULL[what]}.`,
  'file-too-large': ({ filename }) => `${excerpt(filename)} is too large. Split it into smaller files.`,
  'file-not-text': ({ filename }) =>
    `${excerpt(filename)} isn't a text file in UTF-8. Save it as one and try again.`,
  'file-not-there': ({ filename }) => `We couldn't get ${excerpt(filename)} from Discord. Try again.`,

  'missing-role': ({ roleIds }) =>
    `You need one of these roles to make requests in this server: ${roleMentions(roleIds)}.`,
  'unknown-time-zone': ({ timeZone }) =>
    `${excerpt(timeZone, 60)} isn't a time zone. Enter a name like \`Europe/Berlin\`, \`America/New_York\` or \`UTC\`.`,
};
