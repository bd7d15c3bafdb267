"""A WordNet of a few words, in the format of the database files."""

NOTICE = "  1 A notice that goes with every copy.  \n  2 WordNet 9.9 of this test.  \n"

FILES = {
    "data.noun": NOTICE
    + """\
00000001 03 n 01 entity 0 002 ~ 00000002 n 0000 ~ 00000003 n 0000 | that which is
00000002 05 n 02 animal 0 Beast 0 004 @ 00000001 n 0000 ~ 00000004 n 0000 ~ 00000005 n 0000 \
~ 00000007 n 0000 | a living being that moves; "animals run"; "the beast's lair"
00000003 20 n 01 plant 0 001 @ 00000001 n 0000 | a living being that does not move
00000004 05 n 01 dog 0 003 @ 00000002 n 0000 ~i 00000006 n 0000 ~ 00000008 n 0000 | an animal \
that barks at cats
00000005 05 n 01 cat 0 001 @ 00000002 n 0000 | an animal that climbs and hunts mice
00000006 05 n 01 Rover 0 001 @i 00000004 n 0000 | a certain dog
00000007 05 n 02 pet 0 house_pet 0 002 @ 00000002 n 0000 ~ 00000008 n 0000 | an animal of the house
00000008 05 n 01 poodle 0 002 @ 00000004 n 0000 @ 00000007 n 0000 | a dog with curly hair
00000009 03 n 01 dog 1 001 @ 00000003 n 0000 | a plant of that name
""",
    "data.verb": NOTICE
    + """\
00000001 38 v 02 move 0 go 0 001 ~ 00000002 v 0000 01 + 02 00 | change one's place
00000002 38 v 01 run 0 002 @ 00000001 v 0000 + 00000006 n 0101 01 + 02 00 | move fast
00000003 31 v 01 think 0 001 ~ 00000004 v 0000 01 + 02 00 | use the mind
00000004 31 v 01 muse 0 001 @ 00000003 v 0000 01 + 02 00 | think quietly
""",
    "data.adj": NOTICE
    + """\
00000001 00 a 01 good 0 003 ! 00000002 a 0101 & 00000003 a 0000 = 00000001 n 0000 | of quality
00000002 00 a 01 bad(p) 0 001 ! 00000001 a 0101 | without quality
00000003 00 s 01 nice 0 001 & 00000001 a 0000 | good and pleasant
""",
    "data.adv": NOTICE
    + """\
00000001 02 r 01 well 0 001 \\ 00000001 a 0101 | in a good way
""",
    "index.sense": """\
animal%1:05:00:: 00000002 1 2
bad%3:00:00:: 00000002 1 0
beast%1:05:00:: 00000002 1 0
cat%1:05:00:: 00000005 1 1
dog%1:03:01:: 00000009 2 0
dog%1:05:00:: 00000004 1 3
entity%1:03:00:: 00000001 1 0
go%2:38:00:: 00000001 1 5
good%3:00:00:: 00000001 1 4
house_pet%1:05:00:: 00000007 1 0
move%2:38:00:: 00000001 1 0
muse%2:31:00:: 00000004 1 1
nice%5:00:00:good:00 00000003 1 0
pet%1:05:00:: 00000007 1 0
plant%1:20:00:: 00000003 1 2
poodle%1:05:00:: 00000008 1 0
rover%1:05:00:: 00000006 1 0
run%2:38:00:: 00000002 1 2
think%2:31:00:: 00000003 1 0
well%4:02:00:: 00000001 1 0
""",
    "lexnames": "".join(f"{number:02d}\tfile.{number}\t1\n" for number in range(45)),
    "noun.exc": "beasties beast\nrovers lost_word\n",
    "verb.exc": "ran run\nwent go\n",
    "adj.exc": "better good\nbetter well\n",
    "adv.exc": "better well\n",
}


def write_database(folder):
    folder.mkdir(exist_ok=True)
    for name, content in FILES.items():
        (folder / name).write_text(content, "utf-8")
    return folder
