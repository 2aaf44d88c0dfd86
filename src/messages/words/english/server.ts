import { grouped, requests } from './numbers.ts';

/** Permissions that the bot uses, by the name Discord shows, and what for. */
export const permissions = {
  purposes: {
    'View Channel': 'to deliver pictures that take longer than 15 minutes',
    'Send Messages':
      "to deliver pictures when the first message can't be changed anymore, and to post in the log channel",
    'Send Messages in Threads': 'to do the same in threads',
    'Embed Links': 'to show the prompt with the pictures',
    'Attach Files': 'to upload the pictures',
    'Read Message History': 'to reply to its own messages, and to find their pictures again',
    'Add Reactions': 'to add 🔄 to finished pictures',
  },
  names: {
    'View Channel': 'View Channel',
    'Send Messages': 'Send Messages',
    'Send Messages in Threads': 'Send Messages in Threads',
    'Embed Links': 'Embed Links',
    'Attach Files': 'Attach Files',
    'Read Message History': 'Read Message History',
    'Add Reactions': 'Add Reactions',
    'Manage Server': 'Manage Server',
    'Manage Messages': 'Manage Messages',
    'Use Application Commands': 'Use Application Commands',
    'Use External Apps': 'Use External Apps',
  },
  botAbsent:
    "This server only has this bot's commands, not the bot itself, so pictures that take longer than 15 minutes can't be delivered here. Invite the bot to fix that.",
  missing: (channel: string, list: string): string =>
    `In ${channel}, the bot is missing these permissions:\n${list}`,
  channelGone: (kind: 'log' | 'gallery', channel: string): string =>
    `The ${kind} channel ${channel} is gone, or the bot can't see it. Choose another one, or give the bot access.`,
  missingInChannel: (kind: 'log' | 'gallery', channel: string, list: string): string =>
    `In the ${kind} channel ${channel}, the bot is missing these permissions:\n${list}`,
  logIsOpen: (channel: string): string =>
    `Everyone can see ${channel}, and the log names people, prompts and reasons of blocks. Choose a channel that only admins can see.`,
  logIsGallery:
    'The log channel is the gallery, too. Choose another channel for one of them: the log is for admins.',
};

/** The set-up of a new server, in the answer to its first request. */
export const setup = {
  title: (isDone: boolean): string =>
    isDone ? '**Set up.** **Try again** makes your request.' : '**Set this server up** in three steps:',
  step: (step: number, name: string, value: string, isDone: boolean): string =>
    `${isDone ? '✅' : `${step}.`} ${name}: ${value}`,
  key: 'API key',
  done: 'set',
  missing: 'none yet',
  limit: 'Limit per person',
  perDay: (count: number): string => `${requests(count)} a day`,
  ask: (whom: string): string => `Ask ${whom}.`,
};

/** The lines of a server's log channel. */
export const log = {
  rests: {
    quota:
      "The API key's quota is used up, so requests wait until it's topped up. They go by themselves then.",
    outage: 'The image service has problems, so requests wait. They go by themselves when it works again.',
  },
  recovered: {
    quota: "The API key's quota works again, and waiting requests go.",
    outage: 'The image service works again, and waiting requests go.',
  },
  sharedQuota: 'The key belongs to the person who runs this bot.',
  failures: {
    quota: 'the quota is used up',
    'key-gone': 'the API key was removed',
    'refused-key': 'the image service declined the API key',
    'wrong-address': 'the image service is set up wrongly',
    blocked: 'a firewall or a web page answered instead of the image service',
    unreachable: "the image service couldn't be reached",
    'task-failed': 'no reason given',
    refused: 'no reason given',
  },
  privateFailure: "the image service couldn't make this",
  done: (time: string): string => `done in ${time}`,
  failed: (why: string): string => `failed: ${why}`,
  timedOut: (time: string): string => `timed out after ${time}`,
  job: (person: string, channel: string): string => `${person} in ${channel}`,
  private: 'private',
  open: 'open',
  delete: 'Delete',
  deleted: (person: string | undefined): string =>
    person === undefined ? 'deleted' : `deleted by ${person}`,
  refused: {
    'blocked-prompt': 'Stopped by the blocklist:',
    'blocked-picture': 'Stopped by the blocklist:',
    banned: 'Blocked, and tried to make a request',
    'no-pictures-allowed': 'Has a limit of 0 requests',
    'person-daily-limit': 'Reached their daily limit',
    'server-daily-limit': "Reached the server's daily limit",
    'person-monthly-limit': 'Reached their monthly limit',
    'server-monthly-limit': "Reached the server's monthly limit",
  },
  changes: {
    deletedMessage: (person: string, channel: string): string =>
      `Deleted a message by ${person} in ${channel}`,
    keySet: (lastFour: string | undefined): string =>
      lastFour === undefined ? 'Set an API key' : `Set the API key that ends in \`${lastFour}\``,
    keyRemoved: 'Removed the API key',
    quotaReopened: 'Had the image quota tried again',
    limits: (changes: string): string => `Limits changed: ${changes}`,
    styles: 'Styles changed',
    roleLimit: (role: string): string => `Requests per day, ${role}`,
    granted: (person: string, count: number): string =>
      `Extra requests today for ${person}: ${grouped(count)}`,
    ruleRemoved: { rules: 'Blocklist: removed the rule', exceptions: 'Blocklist: removed the exception' },
    rulesAdded: (rules: number, exceptions: number): string =>
      `Blocklist: added ${grouped(rules)} ${rules === 1 ? 'rule' : 'rules'} and ${grouped(exceptions)} ${exceptions === 1 ? 'exception' : 'exceptions'}`,
    banned: (person: string, end: string): string => `Blocked ${person} ${end}`,
    unbanned: (person: string): string => `Unblocked ${person}`,
  },
};
