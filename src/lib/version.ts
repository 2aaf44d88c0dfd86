import manifest from '../../package.json' with { type: 'json' };

/** Which Easel this is, such as `1.4.2`: as `package.json` says. */
export const VERSION = manifest.version;
