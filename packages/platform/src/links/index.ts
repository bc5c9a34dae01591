export { type Links, type LinkToIssue, mailboxOf, openLinks } from './links.js';
