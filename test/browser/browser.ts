import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
// Most of the flags keep Chromium from calling home, which would only fail where there is no network.
import settings from './browser.json' with { type: 'json' };

/** @param told where it is, if that is known */
const noBrowser = (told: string | undefined): Error => {
  const where = told === undefined ? 'here' : `at ${told}, which CHROMIUM_PATH names`;
  return new Error(
    `There is no Chromium ${where}. Install one (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or say where it is with CHROMIUM_PATH.`,
  );
};

const findBrowser = (): string => {
  const told = process.env['CHROMIUM_PATH'];
  const path = (told === undefined ? settings.usualPlaces : [told]).find((one) => existsSync(one));
  if (path === undefined) throw noBrowser(told);
  return path;
};

/**
 * Starts the system's Chromium without a window.
 *
 * @throws Error when there is none
 */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: settings.flags });
