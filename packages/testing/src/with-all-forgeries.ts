import { inject } from 'vitest';
import type {} from './global-setup.js';

/** Whether every forgery of the log meets every order of what may come after it, as `npm run forge` asks. */
export const withAllForgeries = (): boolean => inject('allForgeries');
