import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  // Independent of NODE_ENV, as in tests: in development each element would carry its place in the source.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
});
