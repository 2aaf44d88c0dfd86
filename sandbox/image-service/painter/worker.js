// A thread of Node 20 reads TypeScript only after tsx is registered in it.
import { register } from 'tsx/esm/api';

register();
export const { paint, paintGrid } = await import('./index.ts');
