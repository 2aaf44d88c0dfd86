import type { PromptFault } from '../../../services/image-api/prompt-lint.ts';
import type { Failure, Origin } from '../../../services/jobs/job.ts';

/** A title, and what to do about it. */
type Explained = readonly [title: string, advice: string];

const faults: Record<PromptFault['kind'], (flag: string) => string> = {
  'wrong-dash': (flag) => `\`${flag}\` begins with a long dash instead of two hyphens`,
  'smart-quotes': () => 'curly quotes stand where straight ones belong',
  'glued-value': (flag) => `\`${flag}\` needs a space before its value`,
  'ratio-form': (flag) => `\`${flag}\` wants its ratio as \`16:9\``,
  'flag-twice': (flag) => `\`${flag}\` is there more than once`,
  'value-missing': (flag) => `\`${flag}\` lacks its value`,
  'text-after-flags': () => 'text stands after flags',
  'only-flags': () => 'there are flags and no words to paint',
};

const origins: Record<Origin['kind'], { did: string; back: string }> = {
  again: { did: '🔄 Again, asked by', back: 'the one before' },
  'prompt-edited': { did: '✏️ With a new prompt, asked by', back: 'the one before' },
  'picture-edited': { did: '🎨 Edited, asked by', back: 'the picture before' },
  enlarged: { did: '🔎 In 4K, asked by', back: 'the picture before' },
};

const failures: Record<Failure['kind'], Explained> = {
  'task-failed': ["Couldn't make this", 'The image service gave no reason. Try different words.'],
  quota: [
    'The image quota is used up',
    'Ask whoever set the API key here, a server admin or the person who runs this bot, to top it up.',
  ],
  'key-gone': [
    'The API key was removed',
    'It was removed or changed before this was submitted. Nothing was spent. Try again.',
  ],
  'refused-key': [
    'The image service rejected the API key',
    'Ask whoever set it, a server admin or the person who runs this bot, to set a valid one.',
  ],
  refused: ['The image service declined this', 'It gave no reason. Try different words or options.'],
  unreachable: [
    "The image service can't be reached",
    'It accepted nothing for an hour, so this was given up. Nothing was spent. Try again later.',
  ],
};

/** What a card says, in English. */
export const card = {
  waiting: '**Waiting** for its turn',
  waitingAt: (place: number): string => `**Waiting** · place ${place} in the queue`,
  submitted: '**Submitted** · the image service has not answered yet',
  painting: (since: string): string => `**Painting** · submitted ${since}`,
  usuallyDone: (after: string): string => `usually done after ${after}`,
  longerThan: (usual: string): string => `longer than the usual ${usual}`,
  failures,
  serviceSays: 'the image service says',
  wholeReason: 'The whole reason is in **Details**.',
  prompt: 'The prompt:',
  timedOut: [
    'Timed out',
    'The image service had no picture when its time was up. **Ask once more** costs nothing; **Try again** starts, and pays for, a new one.',
  ] as Explained,
  unfollowed: [
    'No longer followed',
    'The picture may still be made and paid for. **Ask once more** looks for it and costs nothing; **Try again** starts, and pays for, a new one.',
  ] as Explained,
  stopFollowing: {
    title: 'Stop following?',
    meaning:
      "The image service can't cancel what it has begun: the picture may still be made and paid for. **Ask once more** on the card looks for it later, for nothing.",
    done: 'Stopped following. The picture may still be made and paid for.',
  },
  unknown: [
    "We couldn't confirm this request",
    "It may have been paid for, so it isn't sent again by itself. **Try again** starts, and pays for, a new one.",
  ] as Explained,
  lostAnswers: {
    none: 'The image service was sent this, and no answer came back.',
    restart: 'This bot was restarted while this was being submitted.',
    error: (status: number): string =>
      `The image service answered with an error (HTTP ${status}) that doesn't say whether it took this.`,
    unreadable: (status: number): string =>
      `The image service answered (HTTP ${status}), but its answer can't be read.`,
  },
  unknownBecause: {
    'task-id-too-long': [
      "This was taken, but its pictures can't be fetched",
      "The image service gave its task an id that's too long to ask for. It has probably been paid for, so it isn't sent again by itself. **Try again** starts, and pays for, a new one.",
    ] as Explained,
  },
  stopped: '**Stopped** before it was submitted. Nothing was spent.',
  stillWorking:
    '**Still working** · press the button to see how far it is. Discord lets this message be changed for 15 minutes only.',
  whenItStops: '-# If this stops changing, press **Show the result**.',
  picturesDone: 'The pictures are done:',
  took: (time: string): string => `took ${time}`,
  ratioOverridden: (ratio: string): string => `\`output_size\` counts, not the ratio ${ratio}.`,
  sizeSetTo4k: '`size` is 4K, because `output_size` needs it.',
  sizeCorrected: (requested: string, made: string): string =>
    `The service makes ${requested} into **${made}**.`,
  faults,
  corrected: 'Corrected',
  origins,
  somePictures: (first: number, last: number, all: number): string =>
    `Pictures ${first} to ${last} of ${all}`,
  notified: {
    done: 'Your pictures are ready.',
    ended: 'Your request ended without pictures.',
    closed: "Your direct messages are closed, so this couldn't be sent to you.",
  },
  fullSize: (links: string): string => `-# Made smaller to fit into Discord. Full size: ${links}`,
  copyOf: (link: string): string => `From ${link}`,
  someGone: "Some of them aren't available anymore.",
  buttons: {
    morePictures: (count: number): string => `More pictures (${count})`,
    again: 'Again',
    editPrompt: 'Edit prompt',
    editPicture: 'Edit picture',
    details: 'Details',
    delete: 'Delete',
    publish: 'Publish',
    useCorrected: 'Use corrected prompt',
    showResult: 'Show the result',
    stop: 'Stop',
    stopFollowing: 'Stop following',
    mentionMe: 'Mention me',
    sendToMe: 'Send to me',
    askOnceMore: 'Ask once more',
    tryAgain: 'Try again',
  },
};
