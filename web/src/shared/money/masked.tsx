/** A masked number (`••••6789`), announced by its visible digits. */
export const Masked = ({ number }: { number: string }) => (
  <>
    <span aria-hidden="true">{number}</span>
    <span className="for-screen-readers">ending in {number.replaceAll('•', '')}</span>
  </>
);
