export type { ImageServiceOptions } from './options.ts';
export * from './painter/painters.ts';
export { type ImageService, startImageService } from './running-service.ts';
export type * from './types.ts';
