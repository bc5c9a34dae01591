import type { Location, Params } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';

/** Route parameters and location, copied here by each layout for components outside the page's route. */
export interface Place {
  readonly params: Readonly<Params>;
  readonly location: Pick<Location, 'pathname' | 'search'>;
}

export const place$ = new BehaviorSubject<Place>({ params: {}, location: { pathname: '/', search: '' } });

/** Key of the place that the router has moved to. The screen follows once its data is there. */
export const movedTo$ = new BehaviorSubject<string | undefined>(undefined);
