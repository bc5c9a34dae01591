import { link } from './document.js';

// The only place that knows the mailboxes the legal pages name.
export const privacyMailbox = link('privacy@groundswell.test', 'mailto:privacy@groundswell.test');
export const legalMailbox = link('legal@groundswell.test', 'mailto:legal@groundswell.test');
export const supportMailbox = link('support@groundswell.test', 'mailto:support@groundswell.test');
