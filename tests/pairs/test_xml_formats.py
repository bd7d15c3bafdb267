"""The XML of the RTE challenges."""

import pytest

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.pairs import Label, Pair, load_pairs, write_pairs
from rte_baselines.pairs.xml_formats import Rte4Xml


def document(*elements):
    return "\n".join(
        ['<?xml version="1.0"?>', "<entailment-corpus>", *elements, "</entailment-corpus>"]
    )


def element(attributes, text="a", hypothesis="b"):
    return f"<pair {attributes}><t>{text}</t><h>{hypothesis}</h></pair>"


def labels(pairs):
    return [pair.label for pair in pairs]


def test_rte1(read):
    stream = read(
        document(
            element('id="8" value="TRUE" task="IR"', "Oil &amp; gas &#163;5", "\n Gas\t costs \n"),
            element("id='9' value='FALSE'"),
        )
    )
    assert list(stream) == [
        Pair("8", "Oil & gas £5", "Gas\t costs", "IR", Label.ENTAILMENT),
        Pair("9", "a", "b", None, Label.NO_ENTAILMENT),
    ]
    assert stream.schema[0] == "rte1_xml"


@pytest.mark.slow
@pytest.mark.parametrize("position", [0, 2, 3000])
def test_no_means_contradiction_where_any_label_is_unknown(read, position):
    elements = [element(f'id="{number}" entailment="NO"') for number in range(position)]
    elements.insert(position, element('id="u" entailment="UNKNOWN"'))
    elements.append(element('id="last" entailment="NO"'))
    found = labels(list(read(document(*elements))))
    assert found.pop(position) is Label.UNKNOWN
    assert set(found) == {Label.CONTRADICTION}


@pytest.mark.parametrize("spelling", [" Unknown ", "UN&#x4b;NOWN", "neutral", "Not enough info"])
@pytest.mark.parametrize("chunk", [1, 5, 1 << 16])
def test_unknown_is_found_however_it_is_written(read, monkeypatch, spelling, chunk):
    monkeypatch.setattr("rte_baselines.pairs.xml_formats._CHUNK", chunk)
    unknown = element(f'id="2" note="a > b" entailment="{spelling}"')
    elements = [element('id="1" entailment="NO"'), unknown]
    assert labels(list(read(document(*elements)))) == [Label.CONTRADICTION, Label.UNKNOWN]


def test_unknown_in_a_text_is_no_label(read):
    text = '<![CDATA[ <pair id=\'2\' entailment="UNKNOWN"> ]]> entailment="UNKNOWN"'
    pairs = list(read(document(element('id="1" entailment="NO"', text))))
    assert labels(pairs) == [Label.NO_ENTAILMENT]


def test_problems_of_fracas(read):
    problems = """<fracas-problems><comment/>
    <problem id="1" fracas_answer="undef" fracas_nonstandard="true">
    <p idx="1"> A cat
    sat.</p><p idx="2">It slept.</p><q>Did it?</q><h>It did.</h><a>Yes</a></problem>
    <problem id="2" fracas_answer="no"><p>A.</p><q>B?</q></problem>
    <problem id="3" fracas_answer="no"><p>A.</p><h>B.</h></problem></fracas-problems>"""
    further = {"fracas_nonstandard": "true", "question": "Did it?", "answer": "Yes"}
    with pytest.warns(InputWarning, match="pair '2' has an empty hypothesis; it is kept"):
        pairs = list(read(problems))
    assert pairs == [
        Pair("1", "A cat sat. It slept.", "It did.", None, None, further),
        Pair("2", "A.", "", None, Label.CONTRADICTION, {"question": "B?"}),
        Pair("3", "A.", "B.", None, Label.CONTRADICTION),
    ]
    with pytest.raises(InputError, match="line 2: fracas_answer is 'maybe'; expected one of yes"):
        list(read(problems.replace("undef", "maybe")))


def test_markup_in_a_text_is_dropped_and_its_words_kept(read):
    (pair,) = read(document(element('id="1"', "a <b>bold</b><!-- no --> word")))
    assert pair.text == "a bold word"


def test_document_type_is_accepted_and_never_fetched(read, tmp_path):
    (tmp_path / "rte.dtd").write_text('<!ATTLIST pair task CDATA "FETCHED">')
    content = document(element('id="1"')).replace(
        "<entailment", f'<!DOCTYPE entailment-corpus SYSTEM "{tmp_path}/rte.dtd">\n<entailment', 1
    )
    (pair,) = read(content)
    assert pair.task is None


@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY lol "lol">', '<!ENTITY lol SYSTEM "file:///etc/hostname">', '<!ENTITY % lol "x">'],
)
def test_entity_declarations_are_refused(read, declaration):
    content = f"<!DOCTYPE x [\n{declaration}]>\n{element('id=1', '&lol;')}"
    with pytest.raises(InputError, match=r"data: line 2: declares an entity, 'lol'"):
        list(read(content))


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (document('<pair id="1"><t>a</t><h>é</t></pair>'), "line 3, column 28"),
        (document(element('id="1"', "a\x01")), "line 3, column 18"),
        (document(element('id="1"')) + "\n<more/>", "line 5, column 1"),
    ],
)
def test_malformed_xml_is_located(read, content, place):
    with pytest.raises(InputError, match=f"data: {place}: malformed XML") as caught:
        list(read(content))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ('<pair id="7">\n<t>a</t></pair>', "line 3: pair '7' has no hypothesis"),
        ("<pair><t>a</t><h>b</h></pair>", "line 3: the pair has no id"),
        (element('id="7" entailment="PERHAPS"'), "line 3: pair '7': 'PERHAPS' is no label"),
        ('<pair id="7"><t>a</t><t>b</t><h>c</h></pair>', "line 3: the pair has more than one <t>"),
    ],
)
def test_unusable_pair_is_located(read, pair, message):
    with pytest.raises(InputError, match=f"data: {message}"):
        list(read(document(pair)))


def test_written_as_the_challenges_wrote_it(tmp_path):
    pair = Pair("1", 'A "b" & <c>', "d > e", "IE", Label.NO_ENTAILMENT, {"length": "short"})
    written = {}
    for name in ("rte1_xml", "rte2_xml", "rte4_xml"):
        write_pairs([pair], tmp_path / name, name)
        written[name] = (tmp_path / name).read_text().splitlines()
    assert written["rte1_xml"] == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<entailment-corpus>",
        '<pair id="1" value="FALSE" task="IE" length="short">',
        '<t>A "b" &amp; &lt;c&gt;</t>',
        "<h>d &gt; e</h>",
        "</pair>",
        "</entailment-corpus>",
    ]
    assert written["rte2_xml"][2] == '<pair id="1" entailment="NO" task="IE" length="short">'
    assert (
        written["rte4_xml"][2]
        == '<pair id="1" entailment="NO ENTAILMENT" task="IE" length="short">'
    )


@pytest.mark.parametrize(
    "labels_written", [[Label.CONTRADICTION], [Label.UNKNOWN, Label.NO_ENTAILMENT]]
)
def test_label_that_would_be_read_as_another_is_refused(tmp_path, labels_written):
    pairs = [Pair(label.value, "a", "b", None, label) for label in labels_written]
    with pytest.raises(InputError, match=r"CONTRADICTION if no pair is UNKNOWN|mix two schemes"):
        write_pairs(pairs, tmp_path / "out.xml", "rte2_xml")
    assert not (tmp_path / "out.xml").exists()


@pytest.mark.slow
def test_characters_of_the_standard_are_those_that_xml_can_hold():
    """XML 1.0, production 2."""
    allowed = [*"\t\n\r", (0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF)]
    ranges = [(ord(of), ord(of)) if isinstance(of, str) else of for of in allowed]
    held = {code for first, last in ranges for code in range(first, last + 1)}
    others = "".join(chr(code) for code in range(0x110000) if code not in held)
    assert "".join(Rte4Xml.cannot_hold.findall("".join(map(chr, range(0x110000))))) == others


def test_two_labels_of_a_pair_that_contradict_each_other_are_refused(read):
    content = document(element('id="1" entailment="YES" value="FALSE"'))
    with pytest.raises(InputError, match="line 3: the pair has entailment='YES' and value='FALSE'"):
        list(read(content))
    agreeing = [
        element('id="1" entailment="YES" value="TRUE"'),
        element('id="2" entailment="UNKNOWN" value="FALSE"'),
    ]
    assert labels(list(read(document(*agreeing)))) == [Label.ENTAILMENT, Label.UNKNOWN]


def test_a_pair_inside_a_pair_is_refused(read):
    content = document(
        '<pair id="1" entailment="YES"><t>a</t><h>b</h>', element('id="2"'), "</pair>"
    )
    with pytest.raises(InputError, match="line 4: a <pair> inside the <pair> of line 3"):
        list(read(content))


@pytest.mark.parametrize(
    ("declared", "text", "encoding", "is_right"),
    [
        ("UTF-8", "\u00e9", "utf-8", True),
        ("UTF-16", "\u00e9", "utf-16", True),
        # ASCII is the same in both.
        ("ISO-8859-1", "e", "utf-8", True),
        ("ISO-8859-1", "\u00e9", "utf-8", False),
        ("UTF-16", "e", "utf-8", False),
        ("of-nobody", "\u00e9", "utf-8", False),
    ],
)
def test_another_encoding_than_the_declared_one_is_refused(
    tmp_path, declared, text, encoding, is_right
):
    path = tmp_path / "pairs.xml"
    pairs = f'<pair id="1"><t>{text}</t><h>h</h></pair>'
    path.write_text(f"<?xml version='1.0' encoding='{declared}'?>\n<a>{pairs}</a>", encoding)
    if is_right:
        assert load_pairs(path)[0].text == text
    else:
        with pytest.raises(InputError, match=f"line 1: is UTF-.* and declares the .* '{declared}'"):
            load_pairs(path)
