import type { Failure, Origin } from '../../../services/jobs/job.ts';
import { grouped, period, requests } from './numbers.ts';

/** A title, and what to do about it. */
type Explained = readonly [title: string, advice: string];

const origins: Record<Origin['kind'], { did: string; back: string }> = {
  again: { did: '🔄 Again by', back: 'previous request' },
  'prompt-edited': { did: '✏️ With a new prompt by', back: 'previous request' },
  'picture-edited': { did: '🎨 Edited by', back: 'original picture' },
  varied: { did: '🎲 Varied by', back: 'original picture' },
  enlarged: { did: '🔎 In 4K by', back: 'original picture' },
};

const failures: Record<Failure['kind'], Explained> = {
  'task-failed': ["Couldn't make this", 'The image service gave no reason. Try different words.'],
  quota: ['The image quota is used up', 'Once it is topped up, **Try again**.'],
  'key-gone': [
    'The API key was removed',
    'It was removed or changed before this was submitted. Nothing was spent. Try again.',
  ],
  'refused-key': [
    'The image service declined the API key',
    'Nothing was spent. Once there is a valid one, **Try again**.',
  ],
  refused: ['The image service declined this', 'It gave no reason. Try different words or options.'],
  'wrong-address': [
    'The image service is set up wrongly',
    'Tell the person who runs this bot. Nothing was submitted.',
  ],
  blocked: [
    'A firewall or a web page answered, not the image service',
    'Nothing was submitted. Some firewalls dislike certain words: try different ones. If it stays, tell the person who runs this bot.',
  ],
  unreachable: [
    "The image service can't be reached",
    "It didn't respond for an hour, so we stopped trying. Nothing was spent. Try again later.",
  ],
};

/** The texts of messages that show a request, in English. */
export const card = {
  waiting: '**Waiting** in the queue',
  waitingAt: (place: number): string => `**Waiting** · place ${grouped(place)} in the queue`,
  waitsFor: {
    person: (ahead: number): string => `**Waiting** for your other requests · ${grouped(ahead)} ahead of you`,
    server: (ahead: number): string =>
      `**Waiting** for other requests in this server · ${grouped(ahead)} ahead of you`,
  },
  waitsBecause: {
    outage: 'The image service has problems right now. Your request goes as soon as it answers.',
    away: "The image service can't be reached right now. Your request goes as soon as it answers.",
    busy: 'The image service is busy right now. Your request goes as soon as it takes more.',
    quota: "The image quota is used up. Your request goes as soon as it's topped up.",
    slow: 'The image service is slow right now.',
  },
  submitted: "**Submitted** · the image service hasn't answered yet",
  painting: (since: string): string => `**In progress** · submitted ${since}`,
  usuallyDone: (after: string): string => `usually takes ${after}`,
  longerThan: (usual: string): string => `taking longer than the usual ${usual}`,
  failures,
  /** Whose key it is, and so who can do something about it. */
  askForKey: {
    operator: "The key is the bot's own: tell the person who runs this bot.",
    server: "The key is this server's: tell a server admin.",
    person: 'The key is yours: see `/key status`.',
  },
  declined: 'The image service declined this:',
  couldNotMake: "The image service couldn't make this:",
  wholeReason: 'The whole reason is behind ℹ️.',
  prompt: 'Prompt:',
  timedOut: [
    'Timed out',
    "The image service didn't finish in time. **Check again** looks for the pictures and costs nothing; **Try again** uses another request.",
  ] as Explained,
  keyGone: [
    'The API key is gone',
    "The key that paid for this was replaced or removed, so we can't get the pictures. Once it is back, **Check again** brings them and costs nothing.",
  ] as Explained,
  unknown: [
    "We couldn't confirm this request",
    "This request may have been paid for, so we won't send it again. It doesn't count for your limit; **Try again** does.",
  ] as Explained,
  lostAnswers: {
    none: "We sent this to the image service, and it didn't answer.",
    restart: 'The bot restarted while it submitted this.',
    error: (status: number): string =>
      `The image service had a problem and didn't say if it got this (HTTP ${status}).`,
    unreadable: (status: number): string =>
      `The image service answered (HTTP ${status}), but we couldn't read its answer. The service may be set up wrongly: tell the person who runs this bot.`,
  },
  stopped: '**Stopped** before it was submitted. Nothing was spent.',
  stillWorking:
    '**Still in progress** · Discord only lets us update this message for 15 minutes. Press **Show the result** to see how far it is.',
  whenItStops: '-# If this stops changing, press **Show the result**.',
  picturesDone: 'Your pictures are done:',
  othersInHistory: 'The links of the others are too long to fit here. Use `/history` to see all pictures.',
  took: (time: string): string => `took ${time}`,
  left: (count: number, isOfMonth: boolean): string =>
    `${count > 0 ? requests(count) : 'no requests'} left ${period(isOfMonth)}`,
  ratioOverridden: (ratio: string): string => `\`output_size\` overrides the aspect ratio ${ratio}.`,
  sizeSetTo4k: '`size` was set to 4K, because `output_size` needs it.',
  sizeCorrected: (requested: string, made: string): string =>
    `The image service makes **${made}** out of ${requested}.`,
  optionOverridden: (flag: string, value: string): string =>
    `\`--${flag}\` in the prompt overrides the option ${value}.`,
  startsFrom: (count: number, links: string): string =>
    `From ${count === 1 ? '1 picture' : `${count} pictures`}${links && `: ${links}`}`,
  by: 'by',
  style: (name: string): string => `🖌️ Style: ${name}`,
  asThePicture: (ratio: string): string => `As the picture · ${ratio}`,
  ratioReplaced: (typed: string, ratio: string): string =>
    `The image service has no ${typed}, so this is **${ratio}**.`,
  idleFlags: (flags: string, count: number): string =>
    `${flags} ${count === 1 ? 'has' : 'have'} no effect in \`/gen\``,
  readAs: (typed: string, read: string): string => `${typed} read as ${read}`,
  origins,
  somePictures: (first: number, last: number, all: number): string =>
    `Pictures ${first} to ${last} of ${all}`,
  notified: {
    done: 'Your pictures are ready.',
    ended: 'Your request ended without pictures.',
    outOfReach: "We couldn't show this where you asked for it, so it's here.",
    notTaken: "Discord didn't accept this as a direct message, so it couldn't be sent to you.",
    closed: "Your direct messages are closed, so this couldn't be sent to you.",
  },
  fullSize: (links: string): string => `-# Made smaller to fit into Discord. Full size: ${links}`,
  broken: (links: string): string =>
    `The image service sent something that isn't a complete picture. Open it to see what it is: ${links}`,
  unshowable: (links: string): string =>
    `Discord can't show every picture here. Open it in your browser: ${links}`,
  copyOf: (link: string): string => `From ${link}`,
  offersAgain: '-# React with 🔄 for another',
  someGone: "Some of them aren't available anymore.",
  buttons: {
    morePictures: (count: number): string => `More pictures (${count})`,
    again: 'Again',
    editPrompt: 'Edit prompt',
    details: 'Details',
    delete: 'Delete',
    publish: 'Publish',
    showResult: 'Show the result',
    stop: 'Stop',
    mentionMe: 'Mention me',
    sendToMe: 'Send to me',
    checkAgain: 'Check again',
    tryAgain: 'Try again',
    tryLonger: (minutes: number): string => `Try again with ${grouped(minutes)} minutes`,
  },
};
