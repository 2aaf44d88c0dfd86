import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

/** Everything that is started by itself. */
const SCRIPTS = ['health-check', 'rotate-keys', 'backup', 'restore', 'move-store', 'doctor'];

/** They load compiled code that lies beside them. */
const NATIVE = ['sqlite3', 'sharp', '@napi-rs/canvas'];

/** Packages use these where they are installed, and do without them here. */
const OPTIONAL = ['bufferutil', 'pg-native', 'utf-8-validate', 'zlib-sync'];

const SOURCE = fileURLToPath(new URL('src/', import.meta.url));

/** The package that a file belongs to, as the name of a file: `discordjs-rest`. Easel itself may lie in any folder. */
const packageOf = (path) => {
  if (path.startsWith(SOURCE)) return undefined;
  const [, name] = /.*[\\/]node_modules[\\/]@?((?:(?<=@)[^\\/]+[\\/])?[^\\/]+)/.exec(path) ?? [];
  return name?.replace(/[\\/]/, '-').replace(/\.js$/, '');
};

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * V8 keeps the source text of a file, with one byte per character, or with two as soon as one of them is outside of Latin-1.
 */
const asLatin1 = {
  name: 'as-latin-1',
  renderChunk: (code) => ({ code: code.replace(/[^\0-\xff]/g, escaped), map: null }),
};

/**
 * Easel with its packages, without what it does not use of them: it starts in half the time and takes less memory than the
 * same files one by one. Each package is a file of its own, because V8 takes and keeps memory by the size of the
 * largest file that it parses. Nothing is shortened, so that errors name functions and lines.
 */
export default defineConfig({
  input: Object.fromEntries([
    ['index', 'src/index.ts'],
    ...SCRIPTS.map((name) => [`app/${name}`, `src/app/${name}.ts`]),
  ]),
  platform: 'node',
  preserveEntrySignatures: false,
  external: [...NATIVE, ...OPTIONAL],
  plugins: [asLatin1],
  // discord.js and Bottleneck call eval only where a program asks them to.
  checks: { eval: false },
  // Otherwise the program fails as soon as it is started.
  onLog: (level, log, handle) => {
    handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
  },
  output: {
    dir: 'dist',
    sourcemap: true,
    comments: false,
    // A running Easel that loads a file of a later build finds what it means under its own name, or an error.
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: packageOf, debugName: 'packages' }],
    },
  },
});
