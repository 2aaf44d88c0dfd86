import { grouped, period, requests } from './numbers.ts';

/** How a request stands, in one or two words. */
export const states = {
  waiting: 'waiting',
  submitting: 'submitting',
  running: 'in progress',
  succeeded: 'done',
  failed: 'failed',
  'timed-out': 'timed out',
  unknown: 'unconfirmed',
  stopped: 'stopped',
};

/** The names of options, as forms and panels show them. */
export const options = {
  prompt: 'Prompt',
  mode: 'Mode',
  model: 'Model',
  aspectRatio: 'Aspect ratio',
  without: 'Without',
  withoutExample: 'text, people',
  size: 'Size',
  references: 'Links to reference pictures, one a line',
  outputSize: 'Exact size in pixels (needs size 4K)',
  inStyle: (name: string): string => `Goes into the style ${name}`,
  usually: (value: string | number): string => `Default: ${value}`,
};

/** The forms that the buttons of a card open. */
export const forms = {
  edit: { title: 'Edit picture', prompt: 'What to change', example: 'Make the sky green' },
  combine: {
    title: 'Combine pictures',
    prompt: 'What to make of them',
    example: 'The cat of the first in the garden of the second',
  },
  pictures: 'Pictures to use',
  asThePicture: (ratio: string): string => `As the picture · ${ratio}`,
  sizeHint: '4K keeps unedited parts better',
  addPictures: 'Add pictures',
  reference: 'Reference picture',
  references: (before: number): string => `Reference pictures (${before} before)`,
};

/** What a prompt with choices makes, before it is made. */
export const several = {
  title: (count: number, left: number, isOfMonth: boolean): string =>
    left === Infinity ? requests(count) : `${requests(count)}, ${grouped(left)} left ${period(isOfMonth)}`,
  tooMany: (most: number): string =>
    `This prompt makes more than ${requests(most)}, which is the most here. Use fewer choices, or a smaller \`--repeat\`.`,
  make: (count: number): string => `Make ${count}`,
  asWritten: 'Send as written',
  cancel: 'Cancel',
  made: (count: number): string => `${requests(count)}, each with a message of its own.`,
  doubts: {
    name: (typed: string, meant: string): string => `**${typed}** isn't a flag. Did you mean \`--${meant}\`?`,
    ratio: (typed: string): string => `**${typed}** needs a ratio, such as \`--ar 16:9\`.`,
    number: (typed: string, meant: string): string =>
      `**${typed}** needs a number, such as \`--${meant} 2\`.`,
    words: (typed: string): string => `**${typed}** needs words after it.`,
  },
  wouldSend: 'Nothing was submitted yet. This would be:',
  send: 'Send',
};

/** What asks before a message is deleted, by what goes with it: the question, and the button. */
export const deleting: Record<'message' | 'pictures' | 'copy', readonly [question: string, button: string]> =
  {
    message: ["Delete this message for everyone? You can't undo this.", 'Delete message'],
    pictures: [
      "Delete this message and its pictures for everyone? Only the prompt stays in `/history`. You can't undo this.",
      'Delete message and pictures',
    ],
    copy: [
      "Delete only this copy? The original message and its pictures stay. You can't undo this.",
      'Delete this copy',
    ],
  };

/** A moderator's reason for a deletion. */
export const deletingWithReason = {
  button: 'Delete with a reason…',
  title: 'Delete with a reason',
  label: 'Reason',
  description: 'Its person reads it in /history, and admins in the log channel',
};

/** Why reference pictures can't be used as they are, and what helps. */
export const references = {
  gone: 'The reference pictures are gone, because Discord only keeps them for a short time. Nothing was submitted.',
  'not-yours': 'Only the person who added the reference pictures can use them. Nothing was submitted.',
  addAgain: {
    gone: 'Add them again to repeat this request.',
    'not-yours': 'Add your own to repeat this request.',
  },
};

/** The answers of a card's buttons. */
export const pictures = {
  postHere: 'Post here',
  edit: 'Edit',
  vary: 'Vary',
  enlarge: 'Redraw in 4K',
  openOriginal: 'Open original',
  numbered: (number: number): string => `Picture ${number}`,
  thePicture: 'The picture',
  inGallery: (star: string, stars: number, person: string, link: string): string =>
    `${star} **${grouped(stars)}** · ${person} · [message](${link})`,
  ofCard: (which: string, link: string): string => `${which} of [this message](${link})`,
  postedBy: (person: string): string => `📤 Posted by ${person}`,
  published: (link: string): string => `This is already published: ${link}`,
  stopped: "Stopped. It wasn't submitted, so nothing was spent.",
  deleted: 'Deleted.',
  deletedSoon:
    'These pictures are deleted, but some messages still show them. We remove those as soon as Discord lets us.',
  alreadyDeleted: 'This was already deleted.',
  notACard: "This message isn't from Easel, or its request has expired.",
  refusedPublicly: (button: string): string => `This isn't possible here. Press **${button}** to see why.`,
  noPicture: "There's no picture in this message. Try it on a message that has one.",
};

/** The pictures that a person has collected. */
export const tray = {
  title: (count: number, most: number): string => `**Your tray** · ${count} of ${most} pictures`,
  replaced: (count: number): string =>
    count === 1 ? 'The oldest picture made room.' : `The ${count} oldest pictures made room.`,
  choose: 'Which pictures of this message do you want to use?',
  add: (number: number): string => `Add ${number}`,
  addAll: 'Add all',
  hint: '-# Add more from any message, combine them here, or choose **My tray** for `start_from` in `/gen`. Stored for a day.',
  empty: 'Right-click or hold a message with pictures and choose **Apps** → **Use in Easel** to add them.',
  combine: 'Combine',
  clear: 'Clear',
  remove: (number: number): string => `Remove ${number}`,
};

/** What people want to know of a request. */
export const details = {
  title: 'Details',
  seed: 'Seed',
  originals: 'Originals',
  prompt: 'Prompt',
  promptInFile: (name: string): string => `The prompt is in \`${name}\`.`,
  requested: 'Requested',
  took: (time: string): string => `took ${time}`,
  state: 'State',
  serviceSays: '**The image service says**',
  answer: 'Answer',
  noAnswer: 'none',
  promptFile: 'The prompt',
  download: 'Download all',
  downloadFile: 'All pictures of the request',
  copyForSupport: 'Copy for support',
  support:
    'Send this file to the person who helps you. It has the prompt, options, IDs and times, but no addresses of your reference pictures.',
  supportFile: 'The request, for support',
};

/** `/jobs`. */
export const jobs = {
  title: 'Your open requests',
  refresh: 'Refresh',
  none: "You don't have any open requests. Start one with `/imagine` or `/gen`.",
  parked: "**Done** · its message can't be reached",
  due: '**Done** · on its way',
  page: (page: number, pages: number, count: number): string =>
    `Page ${page} of ${pages} · ${grouped(count)} in total`,
  noStop: "Requests in progress can't be stopped.",
  stop: (number: number): string => `Stop no. ${number}`,
  showHere: (number: number): string => `Bring here no. ${number}`,
  isInChannel: (link: string): string => `This request's message is here: ${link}`,
};

/** `/history`. */
export const history = {
  head: (what: string, page: number, pages: number, count: number): string =>
    `**Your requests${what}** · page ${page} of ${pages} · ${grouped(count)} in total`,
  none: "You haven't made any requests here yet. Start with `/imagine` or `/gen`.",
  noneSuch: (what: string): string => `You don't have any requests${what} here.`,
  with: (command: string): string => ` for \`${command}\``,
  words: (text: string): string => ` with ${text}`,
  private: 'Only you can see it',
  deleted: 'deleted',
  deletedByYou: 'deleted by you',
  deletedByModerator: 'deleted by a moderator',
  reason: (reason: string): string => `Reason: ${reason}`,
  jump: 'Jump',
  choose: 'Choose a request',
  back: 'Back',
  question: 'This makes a new request with the same prompt, and uses another of your requests.',
  confirm: 'Make a new request',
  /** What it costs to try again, where that is not plain. */
  costs: {
    unknown: 'The earlier one may have been paid for.',
    'timed-out': '**Check again** under its message costs nothing.',
  },
  newer: 'Newer',
  older: 'Older',
  search: 'Search',
  showAll: 'Show all',
  form: {
    title: 'Search your requests',
    words: 'Words in the prompt',
    command: 'Command',
    both: 'Both',
  },
};

/** `/usage`. */
export const usage = {
  title: {
    server: 'Server usage',
    own: 'Your usage in this server',
    direct: 'Your usage in direct messages',
  },
  periods: ['today', 'week', 'month'],
  rows: {
    success: 'success',
    quota: 'over quota',
    refused: 'declined',
  },
  none: 'No requests in the last 30 days. Start one with `/imagine` or `/gen`.',
  counted: (today: number, week: number, month: number): string =>
    `Requests: **${grouped(today)}** today · ${grouped(week)} this week · ${grouped(month)} this month`,
  failedFree: "-# Failed and unconfirmed requests don't count for limits.",
  times: '**Time to finish** this month',
  time: (command: string, usual: string, slow: string): string =>
    `${command}: usually ${usual}, 90% within ${slow}`,
  people: '**By person** this month',
  person: (person: string, month: number, week: number, today: number): string =>
    `${person} **${grouped(month)}** · ${grouped(week)} this week · ${grouped(today)} today`,
  percent: (number: string): string => `${number}%`,
  success: (percent: string): string => `${percent} success`,
  more: (count: number): string => `… and ${grouped(count)} more in the file.`,
  chart: 'Requests per day',
  /** How the chart writes days. */
  locale: 'en-GB',
  altText: (imagine: number, gen: number, failed: number): string =>
    `Requests per day: ${grouped(imagine)} by /imagine, ${grouped(gen)} by /gen, ${grouped(failed)} failed`,
  download: 'Download as CSV',
  own: 'My usage',
  all: 'Whole server',
  file: 'One line per day, person and command. Days without requests are left out.',
  fileAltText: 'Usage by day, person and command',
  allowance: {
    title: (isOfMonth: boolean): string => `**Left ${period(isOfMonth)}**`,
    whose: { person: 'You', server: 'Whole server', shared: "With this bot's own API key" },
    left: (whose: string, left: number, limit: number, used: number): string =>
      `${whose}: **${grouped(left)}** of ${requests(limit)} left · ${grouped(used)} used`,
    granted: (count: number): string => `· an admin added ${grouped(count)} for today`,
    resets: (at: string): string => `Resets ${at}.`,
  },
};

/** `/help`. */
export const help = {
  title: 'Easel',
  introduction:
    "Describe a picture, and it appears in the bot's reply as soon as it's done. You don't have to wait: it arrives even if you leave or the bot restarts.",
  pages: { start: 'First steps', commands: 'All commands', buttons: 'All buttons' },
  examples: {
    imagine: [
      'prompt: `a lighthouse at dusk` aspect_ratio: `16:9`',
      'prompt: `{red, blue} fox in {snow, sand}` for four requests, or `a fox --repeat 3` for three',
    ],
    gen: ['prompt: `make the sky green` reference: a picture of yours'],
  },
  button: {
    pick: '**1**–**4** shows one picture large. **Edit**, **Vary** and **Redraw in 4K** below it use another request',
    again:
      '**Again** makes new pictures from the same prompt and uses another request. The reaction 🔄 does the same',
    editPrompt: '**Edit prompt** starts a new request from this one',
    details: 'ℹ️ shows the prompt and the seed, and downloads all pictures at once',
    delete: '🗑️ deletes the message and its pictures',
  },
  menu: "Right-click or hold any message and choose **Apps** for **Edit this picture**, **Use in Easel** and **Picture details**. **Use in Easel** collects pictures to combine.\n\n⭐ from enough people puts a picture in the server's gallery, if it has one.",
};
