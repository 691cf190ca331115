"""Which games came to the library last: lists and the gallery call them new."""

# Those of this version. Whoever adds a game puts it in; the first game after a release takes the others out.
NEWEST = frozenset(
    """
    atari_go bidding_tic_tac_toe bolotudu bravalath chaturanga_kridakausalya chonka choro_acholi col das_bohnenspiel
    dodo felli fianco go_with_the_floe gundru hermit kioz lau_kata_kati main_chongkak moruba
    musinaykahwhanmetowaywin nard neutron ngolo order_and_chaos parsi_chess rio_kadalis rolit seega shodra
    spline_plus spree sungka symple tchoukaillon the_pawn_game tic_tac_mo tourne_case tower_of_hanoi
    traffic_lights ultimate_chess ultimate_tic_tac_toe yote
    """.split()
)
