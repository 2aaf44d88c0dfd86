/** Descriptions of commands, options and choices, in English: at most 100 characters each. */
export const commands = {
  imagine: 'Make four pictures from a prompt',
  gen: 'Make or edit a picture from a prompt and your own pictures',
  jobs: 'See your open requests, stop one or bring one here',
  history: 'See your requests here: show their pictures again, search them or repeat one',
  styles: 'See, try, add and change styles: yours and those of this server',
  defaults: 'Set what is used when you leave an option out',
  privacy: 'See what we store about you, download it or delete it',
  help: 'See what you can do here, with examples',
  usage: 'See your requests today, this week and this month, and how many you have left',
  limits: 'See and change how many requests people can make here',

  key: 'Manage the API key that pays for requests here',
  'key set': 'Set the API key that pays for requests here',
  'key status': 'See which API key pays here, who set it and if it works',
  'key remove': 'Remove the API key. Requests in progress will still finish',

  settings: 'Open the settings of this server: defaults, channels, roles, language',

  blocklist: 'Block words in prompts, and people from making requests',

  prompt: 'What the picture should show',
  hook_url: 'Your own URL for the image service to call when the picture is done',
  private: 'Only you can see the pictures',
  spoiler: 'Mark the pictures as spoilers',
  style: "A style for the prompt: one of yours or this server's. /styles shows them",
  mode: 'Mode. Default: fast',
  without: 'What the pictures must not show, such as: text, people',
  timeout: 'Timeout in seconds, from 300 to 1,200. Default: 600',
  model: 'Model. Default: Auto',
  aspect_ratio: 'Aspect ratio. Default: Auto',
  size: 'Size. Default: 1K. 4K keeps unedited parts of a picture better',
  output_size: 'Size in pixels, such as 2560x1440, instead of an aspect ratio. Needs size 4K',
  reference: 'A reference picture to start from',
  reference_2: 'A second reference picture',
  reference_3: 'A third reference picture',
  reference_4: 'A fourth reference picture',
  start_from: 'Pictures you already have, instead of attaching them',
  reference_urls: 'Links to reference pictures, separated by spaces or commas',
  'history family': 'Only show requests with this command',
  'history text': 'Only show requests with these words in the prompt',

  square: '1:1 square',
  wide: '16:9 wide',
  tall: '9:16 tall',

  'my-tray': 'My tray',
  'my-last-picture': 'My last picture (the first of four)',

  'use-in-easel': 'Use in Easel',
  'edit-this-picture': 'Edit this picture',
  'picture-details': 'Picture details',
};
