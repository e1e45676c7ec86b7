import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { HomeSections } from './home-sections.tsx';
import { ReviewDrawing } from './review-drawing.tsx';

/** Collaborative Mapper's landing page, which describes the app and links to it. */
export function HomePage() {
  return (
    <>
      <Hero
        title="Build one map, with everyone who knows the land"
        lead="Invite whoever knows a corner of it. They propose what to add, move or take away; you see both versions on the map and decide. Nobody’s work is lost."
        actions={
          <>
            <ButtonLink href="/apps/collaborativemapper/dashboard" size="lg" kind="onDeep">
              Open App
            </ButtonLink>
            <ButtonLink href="#timeline" size="lg" kind="quietOnDeep">
              What comes next
            </ButtonLink>
          </>
        }
        picture={<ReviewDrawing />}
      />
      <HomeSections />
    </>
  );
}
