export { type Links, type LinkToIssue, mailboxOf, newLinkToken, openLinks } from './links.js';
