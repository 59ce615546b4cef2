export { serveStudio } from './serveStudio.ts';
export type { RunningStudio, ServeStudioOptions } from './serveStudio.ts';
export type { Prices } from '../../session/usage/prices.ts';
