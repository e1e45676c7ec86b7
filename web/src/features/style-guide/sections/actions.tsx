import { Download, Plus, Trash2 } from 'lucide-react';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Link, LinkButton } from '../../../ui/actions/link.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { type GuideSection, Sample, Samples } from '../sample.tsx';
import styles from './sections.module.css';

const kinds = ['primary', 'secondary', 'text'] as const;
const sizes = ['sm', 'md', 'lg'] as const;

function ButtonSection() {
  return (
    <Samples>
      {kinds.map((kind) => (
        <Sample key={kind} title={`Type ${kind}`} note="Sizes sm, md and lg." isRow>
          {sizes.map((size) => (
            <Button key={size} kind={kind} size={size}>
              Button {size}
            </Button>
          ))}
        </Sample>
      ))}
      <Sample title="Size inherit" note="As large as the text around it.">
        <Heading level={4} visualLevel={3}>
          A heading with a{' '}
          <Button kind="secondary" size="inherit">
            Button
          </Button>
        </Heading>
      </Sample>
      <Sample title="Disabled" isRow>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} isDisabled>
            {kind}
          </Button>
        ))}
      </Sample>
      <Sample title="Pending" note="Keeps its width and the focus, and takes no press." isRow>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} isPending>
            {kind}
          </Button>
        ))}
      </Sample>
      <Sample title="Danger" note="For what cannot be undone." isRow>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} tone="danger">
            Delete map
          </Button>
        ))}
      </Sample>
      <Sample title="With icons" isRow>
        <Button icon={<Icon of={Plus} size="sm" />}>New map</Button>
        <Button kind="secondary" icon={<Icon of={Download} size="sm" />}>
          Download
        </Button>
        <Button kind="text" tone="danger" icon={<Icon of={Trash2} />} aria-label="Delete" />
      </Sample>
      <Sample title="Wide">
        <Button wide>As wide as its container</Button>
      </Sample>
      <Sample title="A link that looks like a button" isRow>
        <ButtonLink href="#button">Button link</ButtonLink>
        <ButtonLink href="#button" kind="secondary">
          Secondary
        </ButtonLink>
      </Sample>
      <Sample title="On the dark green ground" wide>
        <div className={styles.deep}>
          <Button kind="onDeep">onDeep</Button>
          <Button kind="quietOnDeep">quietOnDeep</Button>
        </div>
      </Sample>
    </Samples>
  );
}

function LinkSection() {
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

export const actionSections: readonly GuideSection[] = [
  { id: 'button', title: 'Button', Component: ButtonSection },
  { id: 'link', title: 'Link', Component: LinkSection },
];
