import { homedir, tmpdir } from 'node:os';

// Containers are often run as a user whom the system doesn't know, and @napi-rs/canvas, which looks for fonts at home when it
// is loaded, fails then. So this is imported before it.
try {
  homedir();
} catch {
  process.env['HOME'] = tmpdir();
}
