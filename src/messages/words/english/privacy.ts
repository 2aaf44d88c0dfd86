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
    "Delete your requests, history, defaults, styles and personal API key? Pictures leave galleries but otherwise stay in Discord, where their buttons stop working. Requests in progress finish first. You can't undo this.",
  confirm: 'Delete all my data',
  deleted: '**Your data was deleted.**',
  open: (count: number): string =>
    ` Requests in progress (${count}) still finish, and are deleted once they're delivered.`,
  kinds: {
    jobs: {
      title: 'Requests',
      kept: (days: number): string =>
        `Your prompts and options, where and when you made a request, how it ended, links to the pictures and where a gallery shows them. Needed to deliver pictures and keep buttons working. Stored for ${days} days after delivery, or after the message was last published, moved, deleted or posted in a gallery.`,
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
