import { cut } from '../../lib/text.ts';
import { MAX_FILE_BYTES } from '../framework/text-file.ts';

/** The rules and exceptions of a file. */
export interface RuleFile {
  rules: string[];
  exceptions: string[];
}

/** Reads the lines of a file: a rule each, an exception after `!`, a remark after `#`. */
export const parseRuleFile = (text: string): RuleFile => {
  const lines = cut(text, MAX_FILE_BYTES)
    .replace(/^\ufeff/u, '')
    .split(/[\n\r]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const exceptions = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).trim());
  return {
    rules: lines.filter((line) => !line.startsWith('!')),
    exceptions: exceptions.filter((line) => line !== ''),
  };
};

/** Writes what {@link parseRuleFile} reads. */
export const writeRuleFile = ({ rules, exceptions }: RuleFile): string =>
  [...rules, ...exceptions.map((exception) => `!${exception}`), ''].join('\n');
