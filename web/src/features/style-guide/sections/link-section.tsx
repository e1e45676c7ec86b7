import { Link, LinkButton } from '../../../ui/actions/link.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'link'. */
export function LinkSection() {
  return (
    <Samples>
      <Sample title="In running text">
        <Text>
          What a run reads stands in its <Link href="#link">list of scenes</Link>.
        </Text>
      </Sample>
      <Sample title="Off the site">
        <Text>
          The list of species is kept by{' '}
          <Link href="https://ecos.fws.gov" external>
            ECOS
          </Link>
          .
        </Text>
      </Sample>
      <Sample title="Does something here">
        <Text>
          No account? <LinkButton onPress={() => undefined}>Sign up</LinkButton>
        </Text>
      </Sample>
    </Samples>
  );
}
