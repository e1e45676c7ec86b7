import { Footer } from '../../../ui/site/footer.tsx';
import frame from './frame.module.css';

/** The style guide's section 'footer'. */
export function FooterSection() {
  return (
    <div className={frame.frame}>
      <Footer
        brandName="Sample"
        tagline="A sentence on what this is."
        columns={['Applications', 'Discover', 'Support'].map((title) => ({
          title,
          links: [
            { label: `A page of ${title}`, href: '#footer' },
            { label: 'Another site', href: '#footer', external: true },
          ],
        }))}
        footnotes={[
          { label: 'Site map', href: '#footer' },
          { label: 'License', href: '#footer' },
        ]}
      />
    </div>
  );
}
