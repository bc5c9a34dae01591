export { type Links, type LinkToIssue, newLinkToken, openLinks } from './links.js';
