import { LegalPage } from './legal-page.js';
import { termsOfUse } from './terms/terms-of-use.js';

export const TermsOfUsePage = () => <LegalPage legal={termsOfUse} />;
