import { dateTime } from '../../markup.ts';
import { grouped } from './numbers.ts';

/** `/key`. */
export const key = {
  form: {
    title: 'Set API key',
    label: 'API key',
    description: "From the image service's web console. It's stored encrypted and never shown again",
  },
  set: '**The API key is set.** New requests use it.',
  setBy: (person: string, at: string): string => `Set by ${person} ${at}`,
  lastFour: (characters: string): string => `Last four characters \`${characters}\``,
  verdicts: {
    accepted: 'The image service accepts this key.',
    refused: '**The image service declines this key.** Set a valid one with `/key set`.',
    'not-refused': "We couldn't confirm that the image service accepts this key, but it didn't decline it.",
    'wrong-address':
      "We couldn't confirm this key, because the image service is set up wrongly. Tell the person who runs this bot.",
    'not-asked': "We couldn't confirm this key, because the image service can't be reached right now.",
  },
  owner: {
    server: "**The API key here is this server's.**",
    person: '**The API key here is your own.**',
  },
  damaged: "**The stored key is damaged**, so it can't be used. Set it again with `/key set`.",
  quota:
    '**The quota is used up**, so requests wait. We try again every few minutes, and with the next new request.',
  usedToday: (count: number, at: string): string =>
    `Used today: **${grouped(count)}** ${count === 1 ? 'request' : 'requests'}. Resets ${at}.`,
  none: '**No API key is set here**, so the key of the person who runs this bot pays. Set your own with `/key set`.',
  noneAtAll: "**No API key is set here**, so you can't make requests yet. Set one with `/key set`.",
  nothingToRemove: "There's no API key here to remove.",
  question: {
    server: "Remove this server's API key? Requests in progress will still finish. You can't undo this.",
    person: "Remove your own API key? Requests in progress will still finish. You can't undo this.",
  },
  remove: 'Remove API key',
  removed: '**The API key was removed.** Requests in progress will still finish.',
  paidByOperator: 'From now on, the key of the person who runs this bot pays here.',
  paidByNone: 'New requests need another key, which you can set with `/key set`.',
  alreadyRemoved: "There's no API key here anymore.",
  quotaLeft: "The quota isn't used up, so you can make requests as usual.",
  reopened: 'The next request is tried now. If the image service takes it, the others follow.',
};

/** `/settings`. */
export const settings = {
  title: (page: string): string => `Settings · ${page}`,
  pages: { pictures: 'Pictures', channels: 'Channels', people: 'People and language' },
  notes: {
    pictures:
      'These apply where a person chooses nothing else, in a command or in `/defaults`. `/styles` sets a default style.',
    channels:
      'The log channel gets a line for each finished request, each one that the blocklist or a limit stopped, and each change by an admin. It never shows the prompt or pictures of private requests. The gallery shows pictures that got enough ⭐ from people other than their maker, from channels that everyone who sees the gallery can see.',
    people:
      'The language is used for requests, posts and the log channel. Private answers are in the language of each person. The time zone sets when a day starts, for example for limits. People with the Manage Server permission can always make requests. A prompt makes several with choices in braces, such as {red, blue}.',
  },
  names: {
    mode: 'Mode for /imagine',
    size: 'Size for /gen',
    aspectRatio: 'Aspect ratio',
    'offer-again': 'Add 🔄 to finished pictures',
    spoiler: 'Spoilers',
    without: 'Without for /imagine',
    'log-channel': 'Log channel',
    gallery: 'Gallery channel',
    stars: '⭐ for the gallery',
    roles: 'Who can make requests',
    language: 'Language',
    permutations: 'Most requests from one prompt',
    'time-zone': 'Time zone',
  },
  byDefault: (value: string): string => `${value} (default)`,
  none: 'none',
  everyone: 'everyone',
  on: 'on',
  off: 'off',
  check: 'Check permissions',
  timeZoneExamples: 'For example Europe/Berlin, America/New_York or UTC',
  allGranted: (channel: string): string => `The bot has all the permissions it needs in ${channel}.`,
  grant: (link: string): string =>
    `Grant them in the channel or server settings, or [invite the bot again](${link}) to add them for the whole server.`,
};

/** `/limits`. */
export const limits = {
  title: 'Server limits',
  note: "Each `/imagine` or `/gen` counts as one request, however many pictures it makes. Failed requests don't count.",
  daily: '**Requests per day**',
  monthly: '**Requests per month**',
  atOnce: '**At the same time**',
  person: (amount: string): string => `Each person: ${amount}`,
  server: (amount: string): string => `Whole server: ${amount}`,
  roleNote: '-# People with one of these roles get the highest of their limits instead.',
  exempt: 'Roles without limits',
  noLimit: 'no limit',
  none: 'none',
  use: (used: number, open: number, at: string): string =>
    `Used today: **${grouped(used)}** · in progress: **${grouped(open)}** · resets ${at}`,
  useOfMonth: (used: number, at: string): string => `Used this month: **${grouped(used)}** · resets ${at}`,
  granted: (list: string): string => `**Extra today:** ${list}`,
  edit: 'Edit limits',
  editMonth: 'Edit monthly limits',
  clear: 'Remove all role limits',
  clearQuestion: (roles: string): string => `Remove the limits of ${roles}? You can't undo this.`,
  keep: 'Keep them',
  forRole: 'Set requests per day for a role',
  fields: {
    personDaily: 'Requests per day, each person',
    serverDaily: 'Requests per day, whole server',
    personMonthly: 'Requests per month, each person',
    serverMonthly: 'Requests per month, whole server',
    personAtOnce: 'At the same time, each person',
    serverAtOnce: 'At the same time, whole server',
  },
  roleField: 'Requests per day',
  roleTitle: (role: string): string => `Limit for @${role}`,
  grant: 'Give someone extra requests today',
  grantTitle: (person: string): string => `Extra requests for ${person}`,
  grantField: 'Extra requests today',
  grantNote: "On top of the person's daily limit; other limits stay. Leave empty for none",
  emptyForNoLimit: 'Leave empty for no limit',
  emptyForNoRoleLimit: 'Replaces the limit for each person. Leave empty to remove it',
};

/** `/blocklist`. */
export const blocklist = {
  title: 'Blocklist',
  lists: { rules: 'Blocked', exceptions: 'Always allowed' },
  people: 'Blocked people',
  more: (count: number): string => `and ${grouped(count)} more`,
  end: (until: number | undefined): string =>
    until === undefined ? 'permanently' : `until ${dateTime(until)}`,
  empty: 'Nothing and no one is blocked yet.',
  expressions:
    "Regular expressions aren't supported anymore. Remove what is between slashes: until then, such a rule blocks every prompt, and such an exception does nothing.",
  add: 'Add or test',
  download: 'Download',
  remove: 'Remove a rule or exception',
  block: 'Block or unblock someone',
  removal: {
    title: (person: string): string => `Remove and block ${person}`.trim(),
    pictures: {
      label: 'Message and pictures',
      delete: 'Delete for everyone',
      keep: 'Keep',
    },
  },
  previous: 'Previous',
  next: 'Next',
  form: {
    rules: {
      label: 'Add, one per line',
      description:
        'Whole words or phrases. `nude*` finds all that starts with nude. An exception starts with !',
      placeholder: 'gore\ndead body\n!dead body of water',
    },
    file: { label: 'Add from a text file', description: 'Written as above' },
    prompt: { label: 'Test a prompt', description: 'Nothing is submitted' },
    title: (person: string): string => `Block ${person}`,
    unblockTitle: (person: string): string => `${person} is blocked`,
    time: 'How long',
    times: {
      unblock: 'Unblock',
      day: '1 day',
      week: '7 days',
      month: '30 days',
      year: '365 days',
      permanently: 'Permanently',
    },
    reason: { label: 'Reason', description: 'The person sees it when they make a request' },
  },
  added: (rules: number, exceptions: number): string =>
    `Added ${grouped(rules)} ${rules === 1 ? 'rule' : 'rules'} and ${grouped(exceptions)} ${exceptions === 1 ? 'exception' : 'exceptions'}.`,
  known: (count: number): string =>
    `${grouped(count)} ${count === 1 ? 'was' : 'were'} already on the blocklist.`,
  removed: {
    rules: (rule: string): string => `Removed the rule ${rule}.`,
    exceptions: (rule: string): string => `Removed the exception ${rule}.`,
  },
  allowed: 'This prompt is allowed.',
  blocked: (rule: string): string => `This prompt is blocked by the rule ${rule}.`,
  banned: (person: string, end: string): string =>
    `${person} is blocked from making requests here ${end}. Requests in progress will still finish.`,
  unbanned: (person: string): string => `${person} is unblocked and can make requests again.`,
};

/** `/defaults`. */
export const defaults = {
  title: 'Your defaults',
  heading: '**Used when you leave an option out**',
  names: {
    isPrivate: 'Private',
    spoiler: 'Spoiler',
    notify: 'Notifications',
  },
  notify: { mention: 'mention me', direct: 'send to me', none: 'off' },
  byServer: (value: string): string => `${value} (server default)`,
  nothing: 'nothing',
  yes: 'yes',
  no: 'no',
};

/** `/styles`. */
export const styles = {
  title: 'Styles',
  note: 'Choose one with `style` in `/imagine` and `/gen`. It adds its text to your prompt.',
  heads: {
    own: (count: number, most: number): string => `**Yours** · ${count} of ${most}`,
    server: (count: number, most: number): string => `**This server's** · ${count} of ${most}`,
  },
  own: 'yours',
  server: "this server's",
  standard: 'server default',
  none: 'No style',
  pick: { own: 'Your styles', server: "This server's styles" },
  add: { own: 'New style', server: 'New server style' },
  import: { own: 'Import', server: 'Import to server' },
  download: { own: 'Download', server: 'Download from server' },
  file: { label: 'Styles', description: 'A file that you downloaded here. The same names are replaced' },
  imported: (count: number): string => `Imported ${grouped(count)} ${count === 1 ? 'style' : 'styles'}.`,
  try: 'Try it',
  preview: 'Your last picture in this style',
  command: 'Command',
  edit: 'Edit',
  editTitle: 'Edit style',
  delete: 'Delete style',
  deleteQuestion: (name: string): string => `Delete the style ${name}? You can't undo this.`,
  makeStandard: { false: 'Set as server default', true: 'Remove as server default' },
  back: 'Back',
  form: {
    name: 'Name',
    nameExample: 'Poster',
    text: 'Text',
    textDescription: '{prompt} stands for the prompt. Without it, the text is added after the prompt',
    textExample: 'a poster of {prompt}, 1960s, grainy',
  },
};

/** `/privacy`. */
export const privacy = {
  title: 'Your data',
  introduction: 'What we store about you, why and for how long:',
  closing:
    "Your prompts, options and added pictures go to the image service with the API key that pays, and nothing else about you. We never read messages that aren't for this bot.",
  download: 'Download my data',
  delete: 'Delete my data',
  fileAltText: 'Everything we store about you, as JSON',
  file: 'Everything we store about you:',
  question:
    "Delete your requests, history, defaults, styles and personal API key? Pictures leave galleries and log channels but otherwise stay in Discord, where their buttons stop working. Requests in progress finish first. You can't undo this.",
  confirm: 'Delete all my data',
  deleted: '**Your data was deleted.**',
  open: (count: number): string =>
    ` Requests in progress (${count}) still finish, and are deleted once they're delivered.`,
  kinds: {
    jobs: {
      title: 'Requests',
      kept: (days: number): string =>
        `Your prompts and options, where and when you made a request, how it ended, links to the pictures and which messages show them. Needed to deliver pictures and keep buttons working. Stored for ${days} days after delivery, or after the message was last published, moved, deleted or posted in a gallery.`,
    },
    forms: {
      title: 'Drafts',
      kept: (): string =>
        "Links to pictures you started to edit or collected from a message's menu, stored for a day, and requests that wait for your click, stored for an hour. Needed when you go on.",
    },
    'history and defaults': {
      title: 'History, defaults and styles',
      kept: (days: number): string =>
        `Your latest requests for \`/history\`, stored for ${days} days. Your defaults and styles, stored until you delete them.`,
    },
    'personal key': {
      title: 'API key',
      kept: (): string =>
        'The API key you set in direct messages (encrypted), its last four characters and when you set it. Needed to pay for your requests there. Stored until you remove it. Your download never contains the key itself.',
    },
    counts: {
      title: 'Usage',
      kept: (): string =>
        'How many requests you made each day, and extra ones an admin gave you, with your user ID. Needed for limits and for the usage that a server pays for. Stored for 400 days, even if you delete your data, because limits depend on them.',
    },
  },
};

/** `/operator`. */
export const operator = {
  title: 'For the person who runs this bot',
  isOpen: 'New requests are taken.',
  isPaused: '**New requests are paused everywhere.** Requests in progress go on.',
  noTotal:
    '`IMAGE_API_KEY` pays without a total for all servers: set `SHARED_KEY_DAILY_TOTAL` or `SHARED_KEY_MONTHLY_TOTAL`.',
  spent: (today: string, thisMonth: string): string =>
    `Paid with \`IMAGE_API_KEY\`: ${today} today · ${thisMonth} this month (UTC).`,
  ofTotal: (used: number, limit: number): string => `${grouped(used)} of ${grouped(limit)}`,
  servers: (count: number): string => (count === 1 ? 'In 1 server:' : `In ${grouped(count)} servers:`),
  server: (id: string, requests: number): string => `\`${id}\` · ${grouped(requests)} this month`,
  isBarred: '**blocked**',
  barred: (list: string): string => `Also blocked: ${list}`,
  pick: 'Choose a server',
  pause: 'Pause new requests',
  resume: 'Take new requests',
  bar: 'Block this server',
  unbar: 'Unblock this server',
  leave: 'Leave this server',
  back: 'Back',
  askLeave: 'Leave this server? Its settings and its API key are deleted a day later.',
  left: 'The bot is no longer in that server.',
  person: 'Block or unblock a person',
  idField: {
    label: 'ID of the person',
    description:
      "With Developer Mode on: a person's menu → Copy User ID. A person who is blocked is unblocked.",
  },
  erase: "Delete a person's data",
  eraseField: {
    label: 'ID of the person',
    description: "What Easel stores about them is deleted at once, as with /privacy. This can't be undone.",
  },
  erased: (id: string, open: number): string =>
    `The data of \`${id}\` is deleted. ${open === 0 ? '' : `Requests in progress, deleted once they are done: ${grouped(open)}.`}`,
  noId: "That isn't an ID, so nothing was changed.",
  isBarredNow: (who: string): string => `${who} can't make requests anywhere from now on.`,
  isFreeNow: (who: string): string => `${who} can make requests again.`,
};
