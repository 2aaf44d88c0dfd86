import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium's own calls home would only fail where there is no network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

class NoBrowserError extends Error {
  override name = 'NoBrowserError';

  /** @param told where somebody said that it is, if anybody did */
  constructor(told: string | undefined) {
    const where = told === undefined ? 'here' : `at ${told}, which CHROMIUM_PATH names`;
    super(
      `There is no Chromium ${where}. Install one (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or say where it is with CHROMIUM_PATH.`,
    );
  }
}

const findBrowser = (): string => {
  const told = process.env['CHROMIUM_PATH'];
  const path = (told === undefined ? USUAL_PLACES : [told]).find((one) => existsSync(one));
  if (path === undefined) throw new NoBrowserError(told);
  return path;
};

/**
 * Starts the system's Chromium without a window.
 *
 * @throws NoBrowserError when there is none
 */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: FLAGS });
