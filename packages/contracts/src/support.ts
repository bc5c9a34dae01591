/** Where people can write to us. */
export const supportAddress = 'support@groundswell.test';
