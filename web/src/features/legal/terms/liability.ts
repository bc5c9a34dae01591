import { bullets, notice, paragraph, type Section, text } from '../document.js';

export const warranty: Section = {
  id: 'warranty',
  title: 'Warranty',
  blocks: [
    notice`We provide the Service “as is” and “as available”. As far as the law allows, we give no warranty, express or
      implied, including those of merchantability, fitness for a particular purpose, title and non-infringement, and none
      that the Service will be uninterrupted, free of faults, or that its information is complete, current or correct.`,
    paragraph`Where the law gives you a warranty about the Service that cannot be excluded, it lasts for 90 days from the
      day you first used the Service, unless the law sets a longer time that cannot be shortened. Some states do not
      allow limits on how long an implied warranty lasts, so this limit may not apply to you.`,
  ],
};

export const liability: Section = {
  id: 'liability',
  title: 'Limit of liability',
  blocks: [
    notice`As far as the law allows, we are not liable for indirect, incidental, special, consequential or punitive
      damages, or for lost profits, lost data, lost opportunity or a fall in the value of an investment, even if we knew
      they were possible.`,
    notice`As far as the law allows, everything we owe you for all claims about the Service or these Terms together is at
      most fifty US dollars (US $50).`,
    paragraph`These limits hold whatever the legal ground of the claim, and also if a remedy fails of its purpose. They do
      not:`,
    bullets(
      text`limit liability for fraud, for willful or grossly negligent harm, or for anything else the law does not let us
        limit;`,
      text`take away rights that federal or state securities laws, or consumer protection laws, give you and do not let
        you give up; or`,
      text`touch your money and investments at the broker, which are yours, or what the broker owes you.`,
    ),
    paragraph`Some states do not allow some of these limits, so they may not all apply to you.`,
  ],
};

export const responsibility: Section = {
  id: 'your-responsibility',
  title: 'Claims of others caused by you',
  blocks: [
    paragraph`If somebody else makes a claim against us because you broke these Terms, broke a law, or violated their
      rights while using the Service, you will bear the damages and reasonable costs that result, as far as the law
      allows and as far as we did not cause them. We tell you about such a claim promptly, and you may not settle it in a
      way that binds us without our consent.`,
  ],
};
