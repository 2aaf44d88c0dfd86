import type { RuleProblem } from '../../../services/guilds/blocklist/rule.ts';
import type { FullBlocklistError } from '../../../services/guilds/blocklist/blocklists.ts';

const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);
const anew = (when: string): string => `The count starts anew ${when}.`;
const atOnce = 'Please try again when one of them is done; `/jobs` shows yours.';

const jobs = {
  queueFull: (waiting: number): string =>
    `The queue is full: ${waiting} jobs wait already. Please try again in a few minutes.`,
  underWay: "It was submitted already, so it can't be stopped any more. The pictures will come.",
  notFound:
    'This job is no longer kept, or it has changed meanwhile. Start a new one with `/imagine` or `/gen`.',
  notYours: 'Only the person who asked for this picture can do that.',
  commandChanged: 'This command was changed a moment ago. Please type it again, or reload Discord.',
};

const keys = {
  noKeyInServer:
    'There is no API key for pictures in this server yet. Somebody with the permission **Manage Server** can set one with `/key set`.',
  noKey:
    'There is no API key for pictures here yet. Set your own with `/key set` in direct messages with this bot.',
  quotaClosed: (next: string): string =>
    `The image quota is used up, so nothing is submitted for now. ${next} Whoever set the API key can top it up.`,
  quotaTrial: 'A single picture is being tried just now; please ask again in a few minutes.',
  quotaReopens: (when: string): string => `It is tried again ${when}.`,
  unusable: (shortest: number, longest: number): string =>
    `That can not be an API key: a key is one word of ${shortest} to ${longest} letters, digits and signs. Nothing was changed.`,
  refused:
    'The image service refuses this API key, so nothing was changed. Copy the key anew from its web console.',
  botAbsent:
    'Only the commands of this bot are in this server, not the bot itself, so no API key can be kept here. Invite the bot first.',
  gone: 'The API key with which this was asked for is gone, so the image service can not be asked about it any more.',
  sharedLimit: (limit: number, when: string): string =>
    `Today's ${pictures(limit)} are used up. ${anew(when)}`,
};

const limits = {
  none: 'The limit for you here is 0 pictures, so none can be asked for. The people who run this server can change that.',
  personDaily: (limit: number, used: number, when: string): string =>
    `You can ask for ${pictures(limit)} a day here, and ${used} of ${limit} are used. ${anew(when)}`,
  serverDaily: (limit: number, used: number, when: string): string =>
    `This server can ask for ${pictures(limit)} a day, and ${used} of ${limit} are used. ${anew(when)}`,
  personAtOnce: (limit: number, used: number): string =>
    `You can have ${limit} at work at once here, and ${used} of ${limit} are. ${atOnce}`,
  serverAtOnce: (limit: number, used: number): string =>
    `This server can have ${limit} at work at once, and ${used} of ${limit} are. ${atOnce}`,
  pause: (length: string, when: string): string =>
    `There is a pause of ${length} between two pictures here. You can ask for the next one ${when}.`,
  notALimit: (label: string, largest: number, typed: string): string =>
    `**${label}** is a whole number from 0 to ${largest}, or nothing for no limit. ${typed} is not. Nothing was changed.`,
  tooManyRoles: (most: number): string =>
    `${most} roles are the most that can have a number of their own. Remove one first.`,
};

const people = {
  presetGone: 'This preset is no longer there. `/defaults` shows those that are.',
  noPreset: (name: string): string =>
    `You have no preset named ${name}. \`/defaults\` shows yours and makes new ones. Nothing was submitted.`,
  presetNameTaken: (name: string): string =>
    `You have a preset named ${name} already. Give this one another name, or change the other.`,
  tooManyPresets: (limit: number): string =>
    `You have ${limit} presets, which is as many as there can be. Delete one in \`/defaults\` first.`,
  presetIncomplete: 'A preset needs a name and a text. Please fill in both.',
  searchGone: 'This search is too old. Type `/history` again.',
};

const existingPictures = {
  promptTooLong: (length: number, limit: number): string =>
    `This prompt is too long to edit here: it has ${length} characters, and a form of Discord's holds ${limit}. Copy it from **Details**, and send it with the command.`,
  gone: 'The pictures are no longer where they were, so nothing can be made of them. Press 🔄 **Again** for new ones.',
  referencesGone:
    'The reference pictures of this are gone: Discord keeps what is handed over for a short time only. Nothing was submitted. Press 🔄 **Again** under the card to hand them over anew.',
  referencesNotYours:
    'The pictures that this started from are for the person alone who handed them over. Nothing was submitted. Press 🔄 **Again** under the card to hand over your own.',
};

const requests = {
  promptEmpty: 'The prompt is empty. Say what the picture should show, for example `a lighthouse at dusk`.',
  promptTooLong: (length: number, limit: number): string =>
    `The prompt has ${length} characters, and ${limit} are the most. Please shorten it.`,
  timeout: (minimum: number, maximum: number, timeout: number): string =>
    `\`timeout\` must be from ${minimum} to ${maximum} seconds; ${timeout} is outside. Leave it out for the usual 600.`,
  unknownChoice: (option: string, value: string, choices: string): string =>
    `\`${option}\` can't be ${value}. It is one of: ${choices}.`,
  url: (option: string, url: string, reason: string): string =>
    `\`${option}\`: ${url} ${reason}. Example: \`https://example.com/picture.png\``,
  urlReasons: {
    unreadable: 'is not a web address',
    'not-http': 'does not begin with http:// or https://',
    private:
      'leads to a private or local address, which the service must not fetch. It has to be reachable on the public internet',
    credentials: 'holds a user name or a password, which would be handed to the service',
  },
  outputSize: (typed: string): string =>
    `\`output_size\` is a width and a height in pixels, for example \`1920x1080\`. ${typed} can't be read as that.`,
  outputSizeNeeds4k:
    '`output_size` works with `size` 4K only; with 1K the service ignores it. Choose 4K, or leave `size` out.',
  tooManyReferences: (count: number, limit: number): string =>
    `${count} reference pictures are too many: ${limit} are the most.`,
  notAPicture: (filename: string): string =>
    `${filename} is not a picture. References have to be pictures such as PNG, JPEG or WebP.`,
};

const rights = {
  missing: (right: string): string => `This needs the permission **${right}** in this server.`,
  serverOnly: 'This works in a server only.',
};

const settings = {
  roles: (roles: string): string =>
    `In this server only members with one of these roles may ask for pictures: ${roles}.`,
  timeZone: (typed: string): string =>
    `${typed} is no time zone. Names look like \`Europe/Berlin\`, \`America/New_York\` or \`UTC\`.`,
};

const ruleProblems = {
  empty: 'there is no word in it',
  'too-long': (limit: number): string => `${limit} characters are the most`,
  'unknown-flags': (flags: string): string =>
    `after the last slash nothing but \`i\` is known, which holds for all rules anyway; ${flags} is not`,
  'unreadable-expression': (reason: string): string =>
    `the expression can't be read (${reason}). Look-around and back references are not to be had`,
  'expression-too-large': 'the expression is too large: repeat less in it',
  'matches-everything': 'it would refuse every prompt',
} satisfies Record<RuleProblem['kind'], unknown>;

const full: Record<FullBlocklistError['what'], string> = {
  rules: 'rules or exceptions',
  expressions: 'expressions between slashes',
  instructions: 'instructions of all expressions together',
  bars: 'barred people',
};

const blocklist = {
  blocked: (rule: string): string =>
    `This server does not want ${rule} in prompts, so nothing was sent. Say it in other words; if the rule is wrong here, ask a server admin.`,
  barred: "You can't ask for pictures in this server. Its admins have decided that, and can change it.",
  barredUntil: (when: string): string => `You can't ask for pictures in this server. That ends ${when}.`,
  unusableRule: (rule: string, reason: string): string =>
    `${rule} can't be a rule: ${reason}. Nothing was added.`,
  ruleProblems,
  isFull: (limit: number, what: string): string =>
    `The list is full: ${limit} ${what} are the most. Nothing was added.`,
  full,
  datePast: (typed: string): string => `${typed} is over already.`,
  noDate: (typed: string): string => `${typed} is no date. Dates look like \`2026-12-31\`.`,
  fileProblems: {
    'too-large': 'is too large for a list of rules',
    'no-text': 'is no text in UTF-8',
    'not-there': 'could not be fetched from Discord. Please try again',
  },
};

/** What people read when something could not be done, in English. */
export const refusals = {
  fault: (reference: string): string =>
    `Something broke on our side, and nothing was submitted. Please try again; if you were changing something, check first whether the change went through. If it stays, tell whoever runs this bot the reference \`${reference}\`.`,
  jobs,
  keys,
  limits,
  people,
  pictures: existingPictures,
  requests,
  rights,
  settings,
  blocklist,
};
