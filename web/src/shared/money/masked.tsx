/** A masked number (`••••6789`), read out as what can be known of it. */
export const Masked = ({ number }: { number: string }) => (
  <>
    <span aria-hidden="true">{number}</span>
    <span className="for-screen-readers">ending in {number.replaceAll('•', '')}</span>
  </>
);
