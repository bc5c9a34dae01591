import { LegalPage } from './legal-page.js';
import termsOfUse from './terms-of-use.md';

export const TermsOfUsePage = () => <LegalPage legal={termsOfUse} />;
